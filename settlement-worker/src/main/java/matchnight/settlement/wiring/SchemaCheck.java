package matchnight.settlement.wiring;

import java.sql.SQLException;
import javax.sql.DataSource;
import matchnight.ledger.schema.SchemaVersion;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.SpringProperties;
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
        if (!endsBeforeItStarts()) {
            SchemaVersion.verify(dataSource);
        }
    }

    // The run that records what the JVM loads (ops/image/train) has no database. Asked as Spring asks before it ends
    // the JVM,
    // so that nothing which goes on to serve is let off.
    private static boolean endsBeforeItStarts() {
        return DefaultLifecycleProcessor.ON_REFRESH_VALUE.equalsIgnoreCase(
                SpringProperties.getProperty(DefaultLifecycleProcessor.EXIT_PROPERTY_NAME));
    }
}
