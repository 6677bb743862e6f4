package matchnight.settlement.diagnosis.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import matchnight.settlement.diagnosis.Readings.PoolerPool;
import matchnight.stack.DatabaseRole;
import matchnight.stack.PgBouncerProgram;
import matchnight.stack.PgBouncerServer;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.InstalledPgBouncer;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.Test;

/** A real PgBouncer's console. */
class PoolerConsoleTest {

    @Test
    void thePoolsOfARunningPoolerAreRead() throws Exception {
        PgBouncerProgram program = InstalledPgBouncer.find().orElse(null);
        assumeTrue(program != null, InstalledPgBouncer.MISSING);
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase();
                PgBouncerServer pooler =
                        PgBouncerServer.start(program, SharedServers.postgres(), Map.of("stats_users", "maintenance"));
                Connection client = DriverManager.getConnection(
                        pooler.jdbcUrl(database), "bet_api", database.password(DatabaseRole.BET_API))) {
            assertThat(client.isValid(5)).isTrue();
            String url = pooler.jdbcUrl(database).replace("/" + database.name(), "/pgbouncer");

            List<PoolerPool> pools =
                    new PoolerConsole(url, "maintenance", database.password(DatabaseRole.MAINTENANCE)).pools();
            assertThat(pools)
                    .filteredOn(pool -> pool.user().equals("bet_api"))
                    .singleElement()
                    .satisfies(pool -> {
                        assertThat(pool.database()).isEqualTo(database.name());
                        assertThat(pool.clientsWaiting()).isZero();
                        assertThat(pool.serversActive() + pool.serversIdle()).isPositive();
                    });
            var stranger = new PoolerConsole(url, "reader", database.password(DatabaseRole.READER));
            assertThatThrownBy(stranger::pools).isInstanceOf(SQLException.class);
        }
    }
}
