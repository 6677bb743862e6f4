package matchnight.settlement.replay;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run that nothing bound did.
 *
 * @param markets whose state is applied again
 * @param newEvents events that were stored, at most 1,000
 */
record ResultsReplayed(
        Instant from,
        @Nullable Instant to,
        long records,
        long stored,
        long older,
        long duplicates,
        long conflicts,
        long deadLetters,
        int markets,
        List<ResultsPreview.NewEventItem> newEvents,
        long newEventsOmitted) {

    static ResultsReplayed of(RereadRange range, Reread reread, int markets) {
        RereadCounts counts = reread.counts();
        return new ResultsReplayed(
                range.from(),
                range.to(),
                counts.records(),
                counts.stored(),
                counts.older(),
                counts.duplicates(),
                counts.conflicts(),
                counts.deadLetters(),
                markets,
                ResultsPreview.listed(reread),
                ResultsPreview.omitted(reread));
    }
}
