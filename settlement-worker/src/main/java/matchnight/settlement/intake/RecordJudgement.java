package matchnight.settlement.intake;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.settlement.result.ContentHash;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.Reading;
import matchnight.settlement.result.ResultReader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Says of records what taking them in would come to, one after the other: what it said of one counts for those behind it.
 * Its answers are those of {@link RecordIntake}, without writing.
 */
final class RecordJudgement {

    private final Map<Place, Set<String>> hashes = new HashMap<>();
    private final Map<MarketId, Long> newest = new HashMap<>();

    /** Where an event stands among those of its market. */
    record Place(MarketId marketId, long version) {

        static Place of(MarketResult event) {
            return new Place(event.marketId(), event.version());
        }
    }

    /**
     * What is known of the markets that some records name.
     *
     * @param hashes of the contents that count as what stands stored at a place
     * @param newest versions stored, of the markets that exist; 0 without any
     * @param selections of the markets that exist
     */
    record Known(
            Map<Place, Set<String>> hashes, Map<MarketId, Long> newest, Map<MarketId, Set<SelectionId>> selections) {}

    /** What taking a record in would come to. */
    enum Verdict {
        STORED,
        OLDER,
        DUPLICATE,
        CONFLICT,
        DEAD_LETTER
    }

    /** The event in a record; null if it is none that could be stored under the record's key. */
    static @Nullable MarketResult eventIn(ConsumerRecord<byte[], byte[]> consumed) {
        return readSafely(consumed.value()) instanceof Reading.Valid(MarketResult event)
                        && Arrays.equals(
                                consumed.key(), event.marketId().value().getBytes(StandardCharsets.UTF_8))
                ? event
                : null;
    }

    // As at intake, no message ends the reading of those behind it.
    private static @Nullable Reading readSafely(byte @Nullable [] value) {
        try {
            return ResultReader.read(value);
        } catch (RuntimeException bug) {
            return null;
        }
    }

    /** Judges an event by what is stored and by what was judged before. */
    Verdict judge(MarketResult event, Known known) {
        Place place = Place.of(event);
        String hash = ContentHash.of(event).hex();
        Set<String> standing = hashes.getOrDefault(place, known.hashes().getOrDefault(place, Set.of()));
        if (!standing.isEmpty()) {
            return standing.contains(hash) ? Verdict.DUPLICATE : Verdict.CONFLICT;
        }
        if (!isInCatalogue(event, known)) {
            return Verdict.DEAD_LETTER;
        }
        hashes.put(place, Set.of(hash));
        long stored = known.newest().getOrDefault(event.marketId(), -1L);
        long before = Math.max(stored, newest.getOrDefault(event.marketId(), -1L));
        newest.merge(event.marketId(), event.version(), Math::max);
        return before > event.version() ? Verdict.OLDER : Verdict.STORED;
    }

    private static boolean isInCatalogue(MarketResult event, Known known) {
        return known.newest().containsKey(event.marketId())
                && known.selections().getOrDefault(event.marketId(), Set.of()).containsAll(named(event));
    }

    private static List<SelectionId> named(MarketResult event) {
        return event instanceof MarketResult.Result result
                ? result.outcomes().stream().map(Outcome::selectionId).collect(Collectors.toList())
                : List.of();
    }
}
