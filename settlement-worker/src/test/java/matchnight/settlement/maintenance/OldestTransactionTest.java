package matchnight.settlement.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.Test;

class OldestTransactionTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void eachRolesOldestTransactionIsSeenWhileItIsOpen() throws Exception {
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase();
                Connection operator = open(database.connectAsSuperuser());
                Connection relay = open(database.connect(DatabaseRole.RELAY))) {
            OldestTransaction oldest = new OldestTransaction(database.dataSource(DatabaseRole.MAINTENANCE), registry);
            assertThat(seconds("other")).isZero();

            Thread.sleep(300);
            oldest.look();
            double first = seconds("other");
            assertThat(first).isBetween(0.3, 60.0);
            assertThat(seconds("relay")).isBetween(0.3, first);
            assertThat(seconds("bet_api")).isZero();

            relay.rollback();
            oldest.look();
            assertThat(seconds("relay")).isZero();
            assertThat(seconds("other")).isGreaterThan(first);

            operator.rollback();
            oldest.look();
            assertThat(seconds("other")).isZero();
        }
    }

    private static Connection open(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
        return connection;
    }

    private double seconds(String role) {
        return registry.get("database_oldest_transaction_seconds")
                .tag("role", role)
                .gauge()
                .value();
    }
}
