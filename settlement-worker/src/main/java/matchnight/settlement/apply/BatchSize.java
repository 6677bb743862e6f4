package matchnight.settlement.apply;

import java.time.Duration;

/**
 * How many bets the next batch takes: as many as can be settled while their balances are held no longer than a budget.
 *
 * <p>Over the budget it shrinks at once, by as much as the budget was passed but at most to a half; under it it grows by an
 * eighth. While placements wait for locks it is halved, again and again until they do not. Used by all lanes of a worker.
 */
final class BatchSize {

    private static final double MOST_SHRUNK_AT_ONCE = 0.5;
    private static final int GROWTH_DIVISOR = 8;

    private final long budgetNanos;
    private final int smallest;
    private final int largest;
    private double size;

    /**
     * Begins with {@code first} bets.
     *
     * @param budget how long a batch may hold balances
     */
    BatchSize(int first, int smallest, int largest, Duration budget) {
        this.budgetNanos = budget.toNanos();
        this.smallest = smallest;
        this.largest = largest;
        this.size = Math.clamp(first, smallest, largest);
    }

    /** Bets for the next batch. */
    synchronized int bets() {
        return (int) size;
    }

    /** Learns from a batch that held its balances for so long. One that was not full says little and grows nothing. */
    synchronized void held(long nanos, int settled) {
        if (nanos > budgetNanos) {
            shrinkTo(Math.min(size, Math.max(settled, smallest))
                    * Math.max(MOST_SHRUNK_AT_ONCE, (double) budgetNanos / nanos));
        } else if (settled >= (int) size / 2) {
            size = Math.min(largest, size + Math.max(1, size / GROWTH_DIVISOR));
        }
    }

    /** Placements wait for locks: gives way. */
    synchronized void giveWay() {
        shrinkTo(size * MOST_SHRUNK_AT_ONCE);
    }

    private void shrinkTo(double smaller) {
        size = Math.max(smallest, smaller);
    }
}
