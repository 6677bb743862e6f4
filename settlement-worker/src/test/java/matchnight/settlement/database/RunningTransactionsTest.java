package matchnight.settlement.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import matchnight.ledger.barrier.BarrierTimeoutException;
import matchnight.ledger.barrier.RunningTransactions;
import matchnight.settlement.testing.World;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The barrier waits for what runs, and never takes what it may not see for nothing. */
class RunningTransactionsTest {

    private static final Set<String> PLACING = Set.of("bet_api");
    private static final Duration LIMIT = Duration.ofMillis(200);
    // Roles are the server's, which tests that run beside this one may share.
    private static final String BLIND = "blind_" + ProcessHandle.current().pid();

    private final World world = World.create();
    private Connection placing;

    @BeforeEach
    void begin() throws SQLException {
        placing = world.database().connect(DatabaseRole.BET_API);
        placing.setAutoCommit(false);
        execute(placing, "SELECT status FROM market");
    }

    @AfterEach
    void end() throws SQLException {
        placing.close();
        world.close();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void waitsForATransactionUntilItHasEnded() throws SQLException {
        assertThatExceptionOfType(BarrierTimeoutException.class)
                .isThrownBy(() -> RunningTransactions.awaitEndOfThoseRunningNow(world.worker(), PLACING, LIMIT));

        placing.rollback();

        RunningTransactions.awaitEndOfThoseRunningNow(world.worker(), PLACING, LIMIT);
    }

    @Test
    void knowsNothingWithoutTheRightToSeeOthersSessions() throws SQLException {
        try (Connection blind = world.database().connectAsSuperuser()) {
            execute(blind, "CREATE ROLE " + BLIND);
            execute(blind, "SET ROLE " + BLIND);
            var source = new SingleConnectionDataSource(blind, true);

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> RunningTransactions.noteThoseRunningNow(source, PLACING))
                    .withMessageContaining("pg_read_all_stats");
            execute(blind, "RESET ROLE");
            execute(blind, "DROP ROLE " + BLIND);
        }
    }

    @Test
    void knowsNothingOfASessionThatDoesNotTellWhatItDoes() throws SQLException {
        try (Connection silent = world.database().connectAsSuperuser()) {
            execute(silent, "SET track_activities = off");

            assertThat(RunningTransactions.noteThoseRunningNow(world.worker(), PLACING)
                            .haveEnded())
                    .isFalse();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> RunningTransactions.noteThoseRunningNow(world.worker(), Set.of("postgres")))
                    .withMessageContaining("track_activities");
        }
    }
}
