package matchnight.settlement.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stretch of a topic, of each partition the records from the first one of a time to the last one before another time
 * or to what was its end when the reading began.
 */
final class TopicRange {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> unreadUntil;
    private long silentSinceNanos = System.nanoTime();

    private TopicRange(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> unreadUntil) {
        this.consumer = consumer;
        this.unreadUntil = unreadUntil;
    }

    /**
     * Stands before the first record.
     *
     * @param to the last time that counts; null for the end
     * @throws org.apache.kafka.common.KafkaException if the broker did not answer
     */
    static TopicRange of(Consumer<byte[], byte[]> consumer, String topic, Instant from, @Nullable Instant to) {
        List<PartitionInfo> known = consumer.partitionsFor(topic);
        if (known.isEmpty()) {
            throw new UnknownTopicOrPartitionException("There is no topic " + topic);
        }
        Set<TopicPartition> partitions = known.stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toSet());
        Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
        if (to != null) {
            firstFrom(consumer, partitions, to.toEpochMilli() + 1)
                    .forEach((partition, offset) -> ends.merge(partition, offset, Math::min));
        }
        Map<TopicPartition, Long> starts = firstFrom(consumer, partitions, from.toEpochMilli());
        starts.entrySet().removeIf(start -> start.getValue() >= ends.getOrDefault(start.getKey(), 0L));
        ends.keySet().retainAll(starts.keySet());
        consumer.assign(starts.keySet());
        starts.forEach(consumer::seek);
        return new TopicRange(consumer, ends);
    }

    private static Map<TopicPartition, Long> firstFrom(
            Consumer<byte[], byte[]> consumer, Set<TopicPartition> partitions, long millis) {
        Map<TopicPartition, Long> times =
                partitions.stream().collect(Collectors.toMap(Function.identity(), _ -> Math.max(0, millis)));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        consumer.offsetsForTimes(times).forEach((partition, found) -> note(offsets, partition, found));
        return offsets;
    }

    // Null where the partition has no record of that time or later.
    private static void note(
            Map<TopicPartition, Long> offsets, TopicPartition partition, @Nullable OffsetAndTimestamp found) {
        if (found != null) {
            offsets.put(partition, found.offset());
        }
    }

    boolean isAtTheEnd() {
        return unreadUntil.isEmpty();
    }

    /**
     * What arrives next of the stretch, each partition in its order; possibly nothing yet.
     *
     * @throws org.apache.kafka.common.KafkaException if nothing has arrived for some seconds
     */
    List<ConsumerRecord<byte[], byte[]>> next() {
        ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
        List<ConsumerRecord<byte[], byte[]>> within = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> found : polled) {
            if (found.offset() < unreadUntil.getOrDefault(new TopicPartition(found.topic(), found.partition()), 0L)) {
                within.add(found);
            }
        }
        forgetThoseRead();
        requireProgress(!polled.isEmpty());
        return within;
    }

    private void requireProgress(boolean hasArrived) {
        long now = System.nanoTime();
        if (hasArrived) {
            silentSinceNanos = now;
        }
        if (!isAtTheEnd() && now - silentSinceNanos > LONGEST_SILENCE.toNanos()) {
            throw new TimeoutException("No records arrive");
        }
    }

    // By position and not by record: behind the last one there may be only a transaction's marker.
    private void forgetThoseRead() {
        Set<TopicPartition> read = unreadUntil.entrySet().stream()
                .filter(end -> consumer.position(end.getKey()) >= end.getValue())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        consumer.pause(read);
        unreadUntil.keySet().removeAll(read);
    }
}
