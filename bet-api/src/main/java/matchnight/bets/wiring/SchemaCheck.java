package matchnight.bets.wiring;

import java.sql.SQLException;
import javax.sql.DataSource;
import matchnight.ledger.schema.SchemaVersion;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Keeps the service from starting on a schema that it was not built for, before the web server listens. */
@Component
final class SchemaCheck implements InitializingBean {

    private final DataSource dataSource;

    SchemaCheck(@Qualifier("placementDataSource") DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void afterPropertiesSet() throws SQLException {
        SchemaVersion.verify(dataSource);
    }
}
