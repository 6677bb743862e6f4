package matchnight.settlement.progress;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the oldest result that the group has not taken in yet: of each partition, the record at the committed offset.
 *
 * <p>A record is read once; while the offset stands its time is remembered.
 */
final class UnconsumedResults {

    private static final Duration FETCH_LIMIT = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> observer;
    private final String topic;
    private Map<TopicPartition, Waiting> waiting = Map.of();

    private record Waiting(long offset, Instant timestamp) {}

    UnconsumedResults(Consumer<byte[], byte[]> observer, String topic) {
        this.observer = observer;
        this.topic = topic;
    }

    /**
     * The broker's time of the oldest, empty if all are taken in.
     *
     * @throws org.apache.kafka.common.KafkaException if the broker did not answer
     */
    Optional<Instant> oldest() {
        Map<TopicPartition, Long> behind = offsetsOfPartitionsBehind();
        Map<TopicPartition, Waiting> found = new HashMap<>();
        Set<TopicPartition> unread = new HashSet<>();
        behind.forEach((partition, offset) -> {
            Waiting known = waiting.get(partition);
            if (known != null && known.offset() == offset) {
                found.put(partition, known);
            } else {
                unread.add(partition);
            }
        });
        found.putAll(readFirstRecords(unread, behind));
        waiting = Map.copyOf(found);
        return found.values().stream().map(Waiting::timestamp).min(Instant::compareTo);
    }

    private Map<TopicPartition, Long> offsetsOfPartitionsBehind() {
        Set<TopicPartition> partitions = partitions();
        Map<TopicPartition, Long> ends = observer.endOffsets(partitions);
        Map<TopicPartition, Long> beginnings = observer.beginningOffsets(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = observer.committed(partitions);
        Map<TopicPartition, Long> behind = new HashMap<>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = committed.get(partition);
            long begin = beginnings.getOrDefault(partition, 0L);
            long next = offset == null ? begin : Math.max(begin, offset.offset());
            if (next < ends.getOrDefault(partition, 0L)) {
                behind.put(partition, next);
            }
        }
        return behind;
    }

    private Set<TopicPartition> partitions() {
        List<PartitionInfo> known = observer.partitionsFor(topic);
        if (known.isEmpty()) {
            throw new org.apache.kafka.common.errors.UnknownTopicOrPartitionException("There is no topic " + topic);
        }
        Set<TopicPartition> partitions = new HashSet<>();
        known.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        return partitions;
    }

    // One record a poll, so one partition is read after the other; each keeps its place among those still unread.
    private Map<TopicPartition, Waiting> readFirstRecords(
            Set<TopicPartition> unread, Map<TopicPartition, Long> behind) {
        Map<TopicPartition, Waiting> found = new HashMap<>();
        long deadlineNanos = System.nanoTime() + FETCH_LIMIT.toNanos();
        observer.assign(unread);
        unread.forEach(partition -> observer.seek(partition, behind.getOrDefault(partition, 0L)));
        while (found.size() < unread.size() && System.nanoTime() - deadlineNanos < 0) {
            for (ConsumerRecord<byte[], byte[]> first : observer.poll(Duration.ofMillis(100))) {
                TopicPartition partition = new TopicPartition(first.topic(), first.partition());
                long committed = behind.getOrDefault(partition, 0L);
                found.put(partition, new Waiting(committed, Instant.ofEpochMilli(first.timestamp())));
                observer.pause(Set.of(partition));
            }
        }
        observer.assign(Set.of());
        return found;
    }
}
