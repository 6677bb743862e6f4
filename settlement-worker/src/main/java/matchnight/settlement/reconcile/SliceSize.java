package matchnight.settlement.reconcile;

import java.time.Duration;

/** How much one statement looks at: less where it took long, more where it did not. For one thread. */
final class SliceSize {

    private final int largest;
    private final Duration budget;
    private int size;

    SliceSize(int largest, Duration budget) {
        this.largest = largest;
        this.budget = budget;
        this.size = Math.max(1, largest / 4);
    }

    int size() {
        return size;
    }

    /** Learns from a slice of {@link #size}. */
    void took(Duration time) {
        if (time.compareTo(budget) > 0) {
            size = Math.max(1, size / 2);
        } else if (time.compareTo(budget.dividedBy(2)) < 0) {
            size = Math.min(largest, size + Math.max(1, size / 2));
        }
    }

    /** Placement was held up. */
    void giveWay() {
        size = Math.max(1, size / 4);
    }
}
