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

    /** A partition of which the group has taken in less than there is: where it goes on, and where the partition ends. */
    private record Behind(long offset, long end) {}

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
        Map<TopicPartition, Behind> unread = new HashMap<>();
        partitionsBehind(observer).forEach((partition, behind) -> {
            Waiting known = waiting.getOrDefault(partition, new Waiting(behind.offset(), now, false));
            if (known.isRead() && known.offset() == behind.offset()) {
                found.put(partition, known);
            } else {
                found.put(partition, known.unreadAt(behind.offset()));
                unread.put(partition, behind);
            }
        });
        Map<TopicPartition, Waiting> read = readFirstRecords(observer, unread);
        found.putAll(read);
        unread.forEach((partition, behind) -> {
            if (!read.containsKey(partition) && holdsNoRecord(observer, partition, behind)) {
                found.remove(partition);
            }
        });
        waiting = Map.copyOf(found);
        return found.values().stream().map(Waiting::since).min(Instant::compareTo);
    }

    // What a writer of transactions leaves behind its records is a marker, which takes an offset and is no record.
    private static boolean holdsNoRecord(Consumer<byte[], byte[]> observer, TopicPartition partition, Behind behind) {
        return observer.position(partition) >= behind.end();
    }

    private Map<TopicPartition, Behind> partitionsBehind(Consumer<byte[], byte[]> observer) {
        Set<TopicPartition> partitions = partitions(observer);
        keepAssigned(observer, partitions);
        Map<TopicPartition, Long> ends = observer.endOffsets(partitions);
        Map<TopicPartition, Long> beginnings = observer.beginningOffsets(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = observer.committed(partitions);
        Map<TopicPartition, Behind> behind = new HashMap<>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = committed.get(partition);
            long begin = beginnings.getOrDefault(partition, 0L);
            long next = offset == null ? begin : Math.max(begin, offset.offset());
            long end = ends.getOrDefault(partition, 0L);
            if (next < end) {
                behind.put(partition, new Behind(next, end));
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
            Consumer<byte[], byte[]> observer, Map<TopicPartition, Behind> unread) {
        Map<TopicPartition, Waiting> found = new HashMap<>();
        if (unread.isEmpty()) {
            return found;
        }
        long deadlineNanos = System.nanoTime() + FETCH_LIMIT.toNanos();
        unread.forEach((partition, behind) -> observer.seek(partition, behind.offset()));
        observer.resume(unread.keySet());
        while (unread.entrySet().stream()
                        .anyMatch(one -> !found.containsKey(one.getKey())
                                && !holdsNoRecord(observer, one.getKey(), one.getValue()))
                && System.nanoTime() - deadlineNanos < 0) {
            for (ConsumerRecord<byte[], byte[]> first : observer.poll(Duration.ofMillis(100))) {
                TopicPartition partition = new TopicPartition(first.topic(), first.partition());
                Behind behind = unread.getOrDefault(partition, new Behind(first.offset(), first.offset() + 1));
                found.put(partition, new Waiting(behind.offset(), Instant.ofEpochMilli(first.timestamp()), true));
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
