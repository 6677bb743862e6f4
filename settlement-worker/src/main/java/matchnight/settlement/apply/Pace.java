package matchnight.settlement.apply;

import java.time.Duration;

/**
 * How fast a worker settles. While nobody places all its lanes work at once. While somebody does they take turns, a batch at
 * a time, and a batch that held balances longer than its budget is followed by a rest of as long as it went over: what is
 * slow is slow because others want the same processors and rows, and they go first.
 *
 * <p>Used by all lanes of a worker. A lane that is interrupted waits no longer.
 */
final class Pace {

    private static final Duration LONGEST_REST = Duration.ofMillis(200);

    private final BatchSize size;
    private final long budgetNanos;
    private int atWork;
    private boolean somebodyPlaces = true;
    private volatile long overBudgetNanos;

    /** One batch, from reading its page to the end of its rest. */
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

    /** Waits until this lane may work at a batch; whoever began closes the turn. */
    synchronized Turn begin() {
        try {
            while (somebodyPlaces && atWork > 0) {
                wait();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        atWork++;
        return this::restAndEnd;
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
        size.placing(somebody);
        if (waiting) {
            size.giveWay();
        }
        synchronized (this) {
            somebodyPlaces = somebody;
            notifyAll();
        }
    }

    private void restAndEnd() {
        try {
            if (isSomebodyPlacing()) {
                Thread.sleep(Duration.ofNanos(Math.min(overBudgetNanos, LONGEST_REST.toNanos())));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    private synchronized boolean isSomebodyPlacing() {
        return somebodyPlaces;
    }

    private synchronized void end() {
        overBudgetNanos = 0;
        atWork--;
        notifyAll();
    }
}
