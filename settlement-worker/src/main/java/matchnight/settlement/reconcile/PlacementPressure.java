package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import matchnight.ledger.barrier.PlacingRoles;

/** Gives way while placements wait for rows or are slow: reconciliation has time, a person who bets has none. */
final class PlacementPressure {

    private static final long FIRST_PAUSE_MILLIS = 50;

    // The look is a transaction of its own: within one the view would not change.
    private static final String COUNT_HELD_UP = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE usename = ANY (?)
               AND ((wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple'))
                    OR (state = 'active' AND query_start < clock_timestamp() - ? * interval '1 millisecond'))
            """;

    private static final String IS_ANYBODY_PLACING = """
            SELECT coalesce(bool_or(state <> 'idle' OR state_change > clock_timestamp() - interval '1 second'), false)
              FROM pg_stat_activity
             WHERE datname = current_database()
               AND usename = ANY (?)
               AND query <> ''
            """;

    private final DataSource dataSource;
    private final Duration slow;
    private final Duration longestPause;

    PlacementPressure(DataSource dataSource, Duration slow, Duration longestPause) {
        this.dataSource = dataSource;
        this.slow = slow;
        this.longestPause = longestPause;
    }

    /**
     * Returns when no placement is held up, or after the longest pause: whoever waits for calm alone never ends.
     *
     * @return how long it gave way
     */
    Duration giveWay() throws SQLException, InterruptedException {
        long begin = System.nanoTime();
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (isAnybodyHeldUp()) {
            long leftMillis = longestPause.minusNanos(System.nanoTime() - begin).toMillis();
            if (leftMillis <= 0) {
                break;
            }
            Thread.sleep(Math.min(pauseMillis, leftMillis));
            pauseMillis *= 2;
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Whether somebody places, held up or not: then the processors are wanted too. */
    boolean isAnybodyPlacing() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(IS_ANYBODY_PLACING)) {
            statement.setArray(1, connection.createArrayOf("name", PlacingRoles.NAMES.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    boolean isAnybodyHeldUp() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(COUNT_HELD_UP)) {
            statement.setArray(1, connection.createArrayOf("name", PlacingRoles.NAMES.toArray()));
            statement.setLong(2, slow.toMillis());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1) > 0;
            }
        }
    }
}
