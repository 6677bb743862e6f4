package matchnight.settlement.intake;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.intake.RecordJudgement.Known;
import matchnight.settlement.intake.RecordJudgement.Verdict;
import matchnight.settlement.replay.Deadline;
import matchnight.settlement.replay.NewEvent;
import matchnight.settlement.replay.Reread;
import matchnight.settlement.replay.RereadCounts;
import matchnight.settlement.replay.RereadRange;
import matchnight.settlement.replay.ResultRereading;
import matchnight.settlement.result.MarketResult;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the result topic again with a consumer of its own, in no group, so that no offset moves. What would change something
 * is kept, and given to the same intake as the consumer's when it is to be taken in; what is a duplicate needs no intake.
 */
final class ResultReplay implements ResultRereading {

    private static final long MAX_RECORDS = 1_000_000;
    private static final int MAX_KEPT = 20_000;
    private static final long MAX_KEPT_BYTES = 64L * 1024 * 1024;

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final String topic;
    private final RecordIntake intake;
    private final KnownResults known;

    /**
     * Reads nothing yet.
     *
     * @param consumers makes a consumer without a group, which each reading closes
     * @param reader connections that only read
     */
    ResultReplay(Supplier<Consumer<byte[], byte[]>> consumers, String topic, RecordIntake intake, DataSource reader) {
        this.consumers = consumers;
        this.topic = topic;
        this.intake = intake;
        this.known = new KnownResults(reader);
    }

    @Override
    public Reread read(RereadRange range, Deadline deadline) throws SQLException {
        Found found = new Found(range);
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            TopicRange records = TopicRange.of(consumer, topic, range.from(), range.to());
            while (!records.isAtTheEnd()) {
                deadline.requireTimeLeft();
                found.judge(records.next());
            }
        }
        return found;
    }

    /** What was found so far. */
    private final class Found implements Reread {

        private final RereadRange range;
        private final RecordJudgement judgement = new RecordJudgement();
        private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
        private final Set<MarketId> markets = new TreeSet<>();
        private final List<NewEvent> newEvents = new ArrayList<>();
        private final List<ConsumerRecord<byte[], byte[]>> changing = new ArrayList<>();
        private long records;
        private long keptBytes;

        Found(RereadRange range) {
            this.range = range;
        }

        private record Candidate(
                ConsumerRecord<byte[], byte[]> consumed,
                @Nullable MarketResult event) {}

        void judge(List<ConsumerRecord<byte[], byte[]>> batch) throws SQLException {
            List<Candidate> candidates = batch.stream()
                    .map(consumed -> new Candidate(consumed, RecordJudgement.eventIn(consumed)))
                    .filter(this::isAskedFor)
                    .toList();
            records += candidates.size();
            if (records > MAX_RECORDS) {
                throw Deadline.tooMuch("There are more than " + MAX_RECORDS + " records");
            }
            Known stored = known.of(candidates.stream()
                    .map(Candidate::event)
                    .filter(Objects::nonNull)
                    .toList());
            List<ConsumerRecord<byte[], byte[]>> dead = new ArrayList<>();
            for (Candidate candidate : candidates) {
                note(candidate, stored, dead);
            }
            keepUnlessParked(dead);
        }

        private boolean isAskedFor(Candidate candidate) {
            if (range.marketIds().isEmpty()) {
                return true;
            }
            MarketResult event = candidate.event();
            return event == null ? range.coversKey(text(candidate.consumed().key())) : range.covers(event.marketId());
        }

        private static String text(byte @Nullable [] key) {
            return key == null ? "" : new String(key, StandardCharsets.UTF_8);
        }

        private void note(Candidate candidate, Known stored, List<ConsumerRecord<byte[], byte[]>> dead) {
            MarketResult event = candidate.event();
            Verdict verdict = event == null ? Verdict.DEAD_LETTER : judgement.judge(event, stored);
            counts.merge(verdict, 1L, Long::sum);
            if (event != null && verdict != Verdict.DEAD_LETTER) {
                markets.add(event.marketId());
            }
            switch (verdict) {
                case STORED, OLDER -> keepNew(candidate.consumed(), event);
                case CONFLICT -> keep(candidate.consumed());
                case DEAD_LETTER -> dead.add(candidate.consumed());
                case DUPLICATE -> {}
            }
        }

        private void keepNew(ConsumerRecord<byte[], byte[]> consumed, @Nullable MarketResult event) {
            newEvents.add(new NewEvent(Objects.requireNonNull(event), consumed.partition(), consumed.offset()));
            keep(consumed);
        }

        // A dead letter that is parked already would only be copied once more.
        private void keepUnlessParked(List<ConsumerRecord<byte[], byte[]>> dead) throws SQLException {
            Set<String> parked = known.parked(dead);
            dead.stream()
                    .filter(consumed -> !parked.contains(KnownResults.position(consumed)))
                    .forEach(this::keep);
        }

        private void keep(ConsumerRecord<byte[], byte[]> consumed) {
            changing.add(consumed);
            keptBytes += Math.max(0, consumed.serializedValueSize());
            if (changing.size() > MAX_KEPT || keptBytes > MAX_KEPT_BYTES) {
                throw Deadline.tooMuch("More than " + MAX_KEPT + " records or " + MAX_KEPT_BYTES
                        + " bytes of them would have to be taken in");
            }
        }

        @Override
        public RereadCounts counts() {
            return new RereadCounts(
                    records,
                    counts.getOrDefault(Verdict.STORED, 0L),
                    counts.getOrDefault(Verdict.OLDER, 0L),
                    counts.getOrDefault(Verdict.DUPLICATE, 0L),
                    counts.getOrDefault(Verdict.CONFLICT, 0L),
                    counts.getOrDefault(Verdict.DEAD_LETTER, 0L));
        }

        @Override
        public Set<MarketId> markets() {
            return Set.copyOf(markets);
        }

        @Override
        public List<NewEvent> newEvents() {
            return newEvents.stream()
                    .sorted(Comparator.comparing(
                                    (NewEvent added) -> added.event().marketId())
                            .thenComparingLong(added -> added.event().version()))
                    .toList();
        }

        @Override
        public void takeIn(Deadline deadline) throws SQLException {
            for (ConsumerRecord<byte[], byte[]> consumed : changing) {
                deadline.requireTimeLeft();
                intake.take(consumed);
            }
        }
    }
}
