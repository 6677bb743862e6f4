package matchnight.settlement.reconcile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a part of a step has seen.
 *
 * @param position where the step goes on; null when it is over
 * @param count accounts, selections or events looked at
 * @param leftOut what could not be read in the time that a statement has
 * @param eventOffsets where the next run goes on in each partition, once events have been compared; null otherwise
 */
record Examined(
        @Nullable String position,
        long count,
        long rowsRead,
        List<Drift> drifts,
        long leftOut,
        @Nullable Map<Integer, Long> eventOffsets) {

    static Examined of(@Nullable String position, Tally tally) {
        return new Examined(position, tally.count(), tally.rowsRead(), tally.drifts(), tally.leftOut(), null);
    }
}
