package matchnight.settlement.reconcile;

import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run that is not finished, and how far it is.
 *
 * @param position within the step, as the step writes it; empty at its beginning
 * @param isStarted whether the bounds that follow are set
 * @param movedSince rows that a transaction from this one on wrote have moved; null: everything is looked at
 * @param entriesSince entries of earlier days were looked at before; null: none was
 * @param eventsAfter up to which event of the outbox everything was compared before; null: nothing was
 * @param eventsUpTo up to which event the relay says that it has published
 * @param eventOffsets where to go on in each partition; none: at their beginnings
 * @param drifts found so far
 * @param attempts that failed since it last went on
 */
record Run(
        UUID runId,
        Mode mode,
        Cause cause,
        Step step,
        String position,
        boolean isStarted,
        @Nullable Long movedSince,
        @Nullable LocalDate entriesSince,
        @Nullable Long eventsAfter,
        long eventsUpTo,
        Map<Integer, Long> eventOffsets,
        long drifts,
        int attempts) {

    /** Whether it may take all of the quiet hours. */
    boolean isSweep() {
        return mode == Mode.FULL && cause == Cause.SCHEDULE;
    }
}
