package matchnight.settlement.replay;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What reading the topic again would store, and what that and applying the markets' state again would move.
 *
 * @param to null for what stood in the topic when the reading started
 * @param stored and the counts beside it: see {@link RereadCounts}
 * @param markets whose state would be applied again
 * @param newEvents events that would be stored, at most 1,000
 * @param previewHash binds a run to this preview
 */
record ResultsPreview(
        Instant from,
        @Nullable Instant to,
        long records,
        long stored,
        long older,
        long duplicates,
        long conflicts,
        long deadLetters,
        int markets,
        List<NewEventItem> newEvents,
        long newEventsOmitted,
        Look.BetCounts bets,
        List<Movements.CurrencyTotal> totals,
        List<Movements.AccountChange> accounts,
        long accountsOmitted,
        String previewHash) {

    static final int MAX_EVENTS_LISTED = 1_000;

    /** An event that would be stored, and where it stands in the topic. */
    record NewEventItem(String marketId, long version, String type, String eventId, int partition, long offset) {

        static NewEventItem of(NewEvent added) {
            return new NewEventItem(
                    added.event().marketId().value(),
                    added.event().version(),
                    added.event().type(),
                    added.event().header().eventId(),
                    added.partition(),
                    added.offset());
        }
    }

    static List<NewEventItem> listed(Reread reread) {
        return reread.newEvents().stream()
                .limit(MAX_EVENTS_LISTED)
                .map(NewEventItem::of)
                .toList();
    }

    static long omitted(Reread reread) {
        return Math.max(0, reread.newEvents().size() - MAX_EVENTS_LISTED);
    }

    static ResultsPreview of(RereadRange range, Reread reread, int markets, Look.Seen seen) {
        RereadCounts counts = reread.counts();
        return new ResultsPreview(
                range.from(),
                range.to(),
                counts.records(),
                counts.stored(),
                counts.older(),
                counts.duplicates(),
                counts.conflicts(),
                counts.deadLetters(),
                markets,
                listed(reread),
                omitted(reread),
                seen.bets(),
                seen.movements().totals(),
                seen.movements().accounts(),
                seen.movements().accountsOmitted(),
                seen.hash());
    }
}
