package matchnight.settlement.progress;

import java.time.Clock;
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
 * <p>A record is read once; while the offset stands its time is remembered. A partition that is behind counts from then on,
 * even while its record does not arrive: with the time known of it last, which is older, or that at which it was first seen
 * behind.
 */
final class UnconsumedResults {

    private static final Duration FETCH_LIMIT = Duration.ofSeconds(1);

    private final String topic;
    private final Clock clock;
    private Map<TopicPartition, Waiting> waiting = Map.of();

    /**
     * What waits in a partition.
     *
     * @param isRead whether the time is that of the record at the offset, and not one to go by until it has arrived
     */
    private record Waiting(long offset, Instant since, boolean isRead) {

        Waiting unreadAt(long newOffset) {
            return new Waiting(newOffset, since, false);
        }
    }

    UnconsumedResults(String topic, Clock clock) {
        this.topic = topic;
        this.clock = clock;
    }

    /**
     * The broker's time of the oldest, empty if all are taken in.
     *
     * @throws org.apache.kafka.common.KafkaException if the broker did not answer
     */
    Optional<Instant> oldest(Consumer<byte[], byte[]> observer) {
        Instant now = clock.instant();
        Map<TopicPartition, Waiting> found = new HashMap<>();
        Map<TopicPartition, Long> unread = new HashMap<>();
        Map<TopicPartition, Long> ends = new HashMap<>();
        offsetsOfPartitionsBehind(observer, ends).forEach((partition, offset) -> {
            Waiting known = waiting.getOrDefault(partition, new Waiting(offset, now, false));
            if (known.isRead() && known.offset() == offset) {
                found.put(partition, known);
            } else {
                found.put(partition, known.unreadAt(offset));
                unread.put(partition, offset);
            }
        });
        Map<TopicPartition, Waiting> read = readFirstRecords(observer, unread, ends);
        found.putAll(read);
        found.keySet()
                .removeIf(partition -> unread.containsKey(partition)
                        && !read.containsKey(partition)
                        && holdsNoRecord(observer, partition, ends));
        waiting = Map.copyOf(found);
        return found.values().stream().map(Waiting::since).min(Instant::compareTo);
    }

    // What a writer of transactions leaves behind its records is a marker, which takes an offset and is no record.
    private static boolean holdsNoRecord(
            Consumer<byte[], byte[]> observer, TopicPartition partition, Map<TopicPartition, Long> ends) {
        return observer.position(partition) >= ends.getOrDefault(partition, 0L);
    }

    private Map<TopicPartition, Long> offsetsOfPartitionsBehind(
            Consumer<byte[], byte[]> observer, Map<TopicPartition, Long> endsFound) {
        Set<TopicPartition> partitions = partitions(observer);
        keepAssigned(observer, partitions);
        Map<TopicPartition, Long> ends = observer.endOffsets(partitions);
        endsFound.putAll(ends);
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

    private Set<TopicPartition> partitions(Consumer<byte[], byte[]> observer) {
        List<PartitionInfo> known = observer.partitionsFor(topic);
        if (known.isEmpty()) {
            throw new org.apache.kafka.common.errors.UnknownTopicOrPartitionException("There is no topic " + topic);
        }
        Set<TopicPartition> partitions = new HashSet<>();
        known.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        return partitions;
    }

    // One record a poll, so one partition is read after the other; each keeps its place among those still unread.
    private static Map<TopicPartition, Waiting> readFirstRecords(
            Consumer<byte[], byte[]> observer, Map<TopicPartition, Long> unread, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Waiting> found = new HashMap<>();
        if (unread.isEmpty()) {
            return found;
        }
        long deadlineNanos = System.nanoTime() + FETCH_LIMIT.toNanos();
        unread.forEach(observer::seek);
        observer.resume(unread.keySet());
        while (unread.keySet().stream()
                        .anyMatch(
                                partition -> !found.containsKey(partition) && !holdsNoRecord(observer, partition, ends))
                && System.nanoTime() - deadlineNanos < 0) {
            for (ConsumerRecord<byte[], byte[]> first : observer.poll(Duration.ofMillis(100))) {
                TopicPartition partition = new TopicPartition(first.topic(), first.partition());
                long committed = unread.getOrDefault(partition, first.offset());
                found.put(partition, new Waiting(committed, Instant.ofEpochMilli(first.timestamp()), true));
                observer.pause(Set.of(partition));
            }
        }
        observer.pause(unread.keySet());
        return found;
    }

    // All partitions stay assigned and paused between two looks: the client warns of every offset that it learns of a
    // partition that it does not have.
    private static void keepAssigned(Consumer<byte[], byte[]> observer, Set<TopicPartition> partitions) {
        if (!observer.assignment().equals(partitions)) {
            observer.assign(partitions);
            observer.pause(partitions);
        }
    }
}
