package matchnight.settlement.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A partition that is behind never looks as if it were not, whatever of it can be read. */
class UnconsumedResultsTest {

    private static final TopicPartition PARTITION = new TopicPartition("results", 0);
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private Instant time = NOW;
    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return time;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };
    private final MockConsumer<byte[], byte[]> observer = new MockConsumer<>("earliest");
    private final UnconsumedResults unconsumed = new UnconsumedResults("results", clock);

    @BeforeEach
    void topicExists() {
        observer.updatePartitions("results", List.of(new PartitionInfo("results", 0, null, null, null)));
        observer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        ends(0);
    }

    private void ends(long offset) {
        observer.updateEndOffsets(Map.of(PARTITION, offset));
    }

    /** The observer's view of how far the group is, since the beginning is where a group without offsets goes on. */
    private void takenInUpTo(long offset) {
        observer.updateBeginningOffsets(Map.of(PARTITION, offset));
    }

    private void arrives(long offset, Instant timestamp) {
        observer.schedulePollTask(() -> observer.addRecord(new ConsumerRecord<>(
                "results",
                0,
                offset,
                timestamp.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                null,
                new byte[0],
                new RecordHeaders(),
                Optional.empty())));
    }

    @Test
    void nothingWaitsWhereAllIsTakenIn() {
        assertThat(unconsumed.oldest(observer)).isEmpty();
    }

    /** A transaction's marker takes an offset and is no record: the client goes past it and brings nothing. */
    @Test
    void aPartitionThatEndsInATransactionsMarkerIsNotBehind() {
        var passing = new MockConsumer<byte[], byte[]>("earliest") {
            @Override
            public synchronized long position(TopicPartition partition) {
                return 11;
            }
        };
        passing.updatePartitions("results", List.of(new PartitionInfo("results", 0, null, null, null)));
        passing.updateBeginningOffsets(Map.of(PARTITION, 10L));
        passing.updateEndOffsets(Map.of(PARTITION, 11L));

        assertThat(unconsumed.oldest(passing)).isEmpty();
    }

    @Test
    void theRecordsTimeIsReadOnceAndRemembered() {
        Instant appended = NOW.minusSeconds(30);
        ends(1);
        arrives(0, appended);

        assertThat(unconsumed.oldest(observer)).contains(appended);
        assertThat(unconsumed.oldest(observer)).contains(appended);
    }

    @Test
    void whatDoesNotArriveCountsFromWhenItWasFirstSeen() {
        ends(1);

        assertThat(unconsumed.oldest(observer)).contains(NOW);
        time = NOW.plusSeconds(5);
        assertThat(unconsumed.oldest(observer)).contains(NOW);

        arrives(0, NOW.minusSeconds(30));
        assertThat(unconsumed.oldest(observer)).contains(NOW.minusSeconds(30));
    }

    @Test
    void whatFollowsAndDoesNotArriveKeepsTheTimeKnownLast() {
        Instant appended = NOW.minus(Duration.ofMinutes(3));
        ends(5);
        arrives(0, appended);
        assertThat(unconsumed.oldest(observer)).contains(appended);

        takenInUpTo(3);
        assertThat(unconsumed.oldest(observer)).contains(appended);

        arrives(3, appended.plusSeconds(60));
        assertThat(unconsumed.oldest(observer)).contains(appended.plusSeconds(60));

        takenInUpTo(5);
        assertThat(unconsumed.oldest(observer)).isEmpty();
    }
}
