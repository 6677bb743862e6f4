package matchnight.settlement.wiring;

import java.sql.SQLException;
import javax.sql.DataSource;
import matchnight.ledger.schema.SchemaVersion;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Keeps the service from starting on a schema that it was not built for, before anything is consumed or served. */
@Component
final class SchemaCheck implements InitializingBean {

    private final DataSource dataSource;

    SchemaCheck(@Qualifier("workerDataSource") DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void afterPropertiesSet() throws SQLException {
        SchemaVersion.verify(dataSource);
    }
}
