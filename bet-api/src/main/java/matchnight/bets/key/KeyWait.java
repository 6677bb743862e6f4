package matchnight.bets.key;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Waits briefly for the request that holds a key, so that a retry which overtakes its first try mostly gets the first
 * answer. Holds no connection while it waits.
 */
public final class KeyWait {

    private static final long MOST_WAIT_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(5).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(80).toNanos();

    private KeyWait() {}

    /** One try at the operation. */
    public interface Attempt<T> {
        T run() throws SQLException;
    }

    /** Tries until the key is free or a second has passed, and returns the last outcome. */
    public static <T> T untilFree(Attempt<T> attempt, Predicate<T> isKeyInUse) throws SQLException {
        long deadlineNanos = System.nanoTime() + MOST_WAIT_NANOS;
        long pauseNanos = FIRST_PAUSE_NANOS;
        T outcome = attempt.run();
        while (isKeyInUse.test(outcome) && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(pauseNanos);
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            outcome = attempt.run();
        }
        return outcome;
    }
}
