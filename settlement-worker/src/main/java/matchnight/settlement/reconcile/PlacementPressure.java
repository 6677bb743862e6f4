package matchnight.settlement.reconcile;

import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import matchnight.settlement.database.PlacingSessions;

/** Gives way while placements wait for rows or are slow: reconciliation has time, a person who bets has none. */
final class PlacementPressure {

    private static final long FIRST_PAUSE_MILLIS = 50;

    private final PlacingSessions sessions;
    private final Duration slow;
    private final Duration longestPause;

    PlacementPressure(DataSource dataSource, Duration slow, Duration longestPause) {
        this.sessions = new PlacingSessions(dataSource);
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
        return sessions.look().placing();
    }

    boolean isAnybodyHeldUp() throws SQLException {
        return sessions.isAnybodyHeldUp(slow);
    }
}
