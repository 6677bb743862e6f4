package matchnight.settlement.apply;

import java.time.Duration;

/**
 * How many bets the next batch takes: as many as are settled, more often than not, while their balances are held no longer
 * than a budget. While nobody places it is a longer one: then nobody feels it, and a batch's own cost is spread over more
 * bets.
 *
 * <p>A batch over the budget takes an eighth off the size, one far over it a half, a full one under it adds an eighth: so
 * the size settles where half of the batches keep to the budget, and one slow flush does not undo what many batches have
 * shown. While placements wait for locks the size is halved, again and again until they do not. Below the smallest size a
 * batch is hardly shorter, since the flush and the round trips are its own whatever it settles. Used by all lanes of a
 * worker.
 */
final class BatchSize {

    private static final double STEP = 0.125;
    private static final double MOST_SHRUNK_AT_ONCE = 0.5;
    private static final int FAR_OVER = 4;

    private final int first;
    private final int smallest;
    private final int largest;
    private final long budgetNanos;
    private final long quietBudgetNanos;
    private boolean somebodyPlaces = true;
    private double size;

    /**
     * Begins with {@code first} bets.
     *
     * @param budget how long a batch may hold balances
     * @param quietBudget how long while nobody places
     */
    BatchSize(int first, int smallest, int largest, Duration budget, Duration quietBudget) {
        this.first = first;
        this.smallest = smallest;
        this.largest = largest;
        this.budgetNanos = budget.toNanos();
        this.quietBudgetNanos = quietBudget.toNanos();
        this.size = Math.clamp(first, smallest, largest);
    }

    /** Bets for the next batch. */
    synchronized int bets() {
        return (int) size;
    }

    /** Learns from a batch that held its balances for so long. One that was not full says little and grows nothing. */
    synchronized void held(long nanos, int settled) {
        long budget = somebodyPlaces ? budgetNanos : quietBudgetNanos;
        if (nanos > FAR_OVER * budget) {
            changeTo(size * MOST_SHRUNK_AT_ONCE);
        } else if (nanos > budget) {
            changeTo(size * (1 - STEP));
        } else if (settled >= (int) size / 2) {
            changeTo(size + Math.max(1, size * STEP));
        }
    }

    /** Learns whether anybody places. Whoever begins to finds batches of the first size. */
    synchronized void placing(boolean somebody) {
        if (somebody && !somebodyPlaces) {
            changeTo(Math.min(size, first));
        }
        somebodyPlaces = somebody;
    }

    /** Placements wait for locks: gives way. */
    synchronized void giveWay() {
        changeTo(size * MOST_SHRUNK_AT_ONCE);
    }

    private void changeTo(double other) {
        size = Math.clamp(other, smallest, largest);
    }
}
