package matchnight.ledger.barrier;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Waits until every transaction that some roles were running at the time of the call has ended.
 *
 * <p>A transaction that begins later sees whatever was committed before the call. So who commits "closed" and then waits
 * here may say that nobody who saw "open" can still commit; and who reads a sequence and then waits here knows that every
 * number up to it is committed or will never be. Strangers' transactions are not waited for, and the wait of everybody
 * else costs nothing. Bounded by the roles' {@code transaction_timeout}.
 *
 * <p>The calling role needs {@code pg_read_all_stats} to see the sessions of others, and the server {@code
 * track_activities}. A session whose transaction is hidden is no session without one: then nothing is known, and every call
 * ends in an {@link SQLException} that says so.
 */
public final class RunningTransactions {

    private static final long POLL_INTERVAL_NANOS = Duration.ofMillis(1).toNanos();

    // The view is read once a transaction and cached, so each look is a transaction of its own (auto-commit). A session
    // is told from its successor in the same process by the start of its transaction.
    private static final String LIST_RUNNING = """
            SELECT pid || ' ' || extract(epoch FROM xact_start) AS running,
                   xact_start IS NULL AS hidden
              FROM pg_stat_activity
             WHERE datname = current_database()
               AND usename = ANY (?)
               AND (xact_start IS NOT NULL OR state = 'disabled' OR query = '<insufficient privilege>')
               AND pid <> pg_backend_pid()
            """;

    private final DataSource dataSource;
    private final Set<String> roles;
    private Set<String> stillRunning;

    private RunningTransactions(DataSource dataSource, Set<String> roles) throws SQLException {
        this.dataSource = dataSource;
        this.roles = Set.copyOf(roles);
        this.stillRunning = listRunning(dataSource, roles);
    }

    /**
     * Notes the transactions that {@code roles} are running, for a caller that has other things to do while they end.
     *
     * <p>Expects a data source whose connections are in auto-commit mode.
     */
    public static RunningTransactions noteThoseRunningNow(DataSource dataSource, Set<String> roles)
            throws SQLException {
        return new RunningTransactions(dataSource, roles);
    }

    /** Whether none of those noted runs any more. Looks, and never waits; once true it stays true. */
    public boolean haveEnded() throws SQLException {
        if (!stillRunning.isEmpty()) {
            stillRunning.retainAll(listRunning(dataSource, roles));
        }
        return stillRunning.isEmpty();
    }

    /**
     * Returns once none of the transactions that {@code roles} were running at the time of the call runs any more.
     *
     * <p>Expects a data source whose connections are in auto-commit mode and holds none while it pauses.
     *
     * @throws BarrierTimeoutException if one still ran after {@code limit}
     */
    public static void awaitEndOfThoseRunningNow(DataSource dataSource, Set<String> roles, Duration limit)
            throws SQLException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        RunningTransactions noted = noteThoseRunningNow(dataSource, roles);
        while (!noted.haveEnded()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new BarrierTimeoutException(noted.stillRunning.size(), limit);
            }
            LockSupport.parkNanos(POLL_INTERVAL_NANOS);
        }
    }

    private static Set<String> listRunning(DataSource dataSource, Set<String> roles) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(LIST_RUNNING)) {
            statement.setArray(1, connection.createArrayOf("name", roles.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                Set<String> running = new HashSet<>();
                while (rows.next()) {
                    if (rows.getBoolean("hidden")) {
                        throw new SQLException(
                                "Whether a session of " + roles + " is in a transaction is hidden from this role:"
                                        + " it needs pg_read_all_stats, and the server track_activities = on");
                    }
                    running.add(rows.getString("running"));
                }
                return running;
            }
        }
    }
}
