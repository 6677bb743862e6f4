package matchnight.settlement.apply;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How fast a worker settles. While nobody places all its lanes write at once. While somebody does they take turns, a batch at
 * a time in the order in which they came, and a batch that held balances longer than its budget is followed by a rest of as
 * long as it went over: what is slow is slow because others want the same processors and rows, and they go first.
 *
 * <p>Used by all lanes of a worker. A lane waits for a quarter of a second at most, so that none holds up the others for
 * longer, whatever holds it up; one that is interrupted waits no longer.
 */
final class Pace {

    private static final Duration LONGEST_WAIT = Duration.ofMillis(250);
    private static final Duration LONGEST_REST = Duration.ofMillis(200);
    private static final Turn AT_ONCE = () -> {};

    private final BatchSize size;
    private final long budgetNanos;
    private final Semaphore oneAtATime = new Semaphore(1, true);
    private volatile boolean somebodyPlaces = true;
    private volatile long overBudgetNanos;

    /** One batch, from its first statement to the end of its rest. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Takes somebody to place until it is told otherwise.
     *
     * @param budget how long a batch may hold balances while somebody places
     */
    Pace(BatchSize size, Duration budget) {
        this.size = size;
        this.budgetNanos = budget.toNanos();
    }

    /** Waits until this lane may write a batch; whoever began closes the turn. */
    Turn begin() {
        if (!somebodyPlaces) {
            return AT_ONCE;
        }
        try {
            return oneAtATime.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS) ? this::restAndEnd : AT_ONCE;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return AT_ONCE;
        }
    }

    /** Bets for the next batch. */
    int bets() {
        return size.bets();
    }

    /** Learns from a batch that held balances for so long. */
    void held(long nanos, int settled) {
        size.held(nanos, settled);
        overBudgetNanos = Math.max(0, nanos - budgetNanos);
    }

    /** Learns whether anybody places, and whether some of them wait for locks. */
    void placing(boolean somebody, boolean waiting) {
        somebodyPlaces = somebody;
        size.placing(somebody);
        if (waiting) {
            size.giveWay();
        }
    }

    private void restAndEnd() {
        try {
            if (somebodyPlaces) {
                Thread.sleep(Duration.ofNanos(Math.min(overBudgetNanos, LONGEST_REST.toNanos())));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            overBudgetNanos = 0;
            oneAtATime.release();
        }
    }
}
