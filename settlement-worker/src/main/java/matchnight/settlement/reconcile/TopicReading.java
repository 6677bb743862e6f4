package matchnight.settlement.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import matchnight.settlement.kafka.KafkaClients;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads all partitions of a topic from given offsets up to where they ended when the reading began. */
final class TopicReading implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(10);

    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> ends;
    private final boolean hasLostItsBeginning;
    private long lastHeardNanos = System.nanoTime();

    private TopicReading(Consumer<byte[], byte[]> consumer, String topic, Map<Integer, Long> offsets) {
        this.consumer = consumer;
        Set<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toSet());
        if (partitions.isEmpty()) {
            throw new UnknownTopicOrPartitionException("There is no topic " + topic);
        }
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
        this.ends = Map.copyOf(consumer.endOffsets(partitions));
        this.hasLostItsBeginning = beginnings.values().stream().anyMatch(offset -> offset > 0);
        consumer.assign(partitions);
        ends.forEach((partition, end) -> {
            long beginning = beginnings.getOrDefault(partition, 0L);
            long wanted = offsets.getOrDefault(partition.partition(), beginning);
            consumer.seek(partition, Math.min(end, Math.max(beginning, wanted)));
        });
    }

    /**
     * Begins to read.
     *
     * @param offsets by partition; where one is missing, from its beginning
     * @throws org.apache.kafka.common.KafkaException if the broker did not answer, or there is no such topic
     */
    static TopicReading begin(KafkaClients clients, String topic, Map<Integer, Long> offsets)
            throws InterruptedException {
        Consumer<byte[], byte[]> consumer = clients.eventReader();
        try {
            return new TopicReading(consumer, topic, offsets);
        } catch (InterruptException stopped) {
            consumer.close();
            throw asInterruption(stopped);
        } catch (RuntimeException failure) {
            consumer.close();
            throw failure;
        }
    }

    // The client sets the thread's flag, which whoever catches the exception expects to be clear.
    private static InterruptedException asInterruption(InterruptException stopped) {
        boolean _ = Thread.interrupted();
        var interrupted = new InterruptedException("The service stops");
        interrupted.initCause(stopped);
        return interrupted;
    }

    /** Whether some partition no longer keeps its first records. */
    boolean hasLostItsBeginning() {
        return hasLostItsBeginning;
    }

    boolean isAtEnd() throws InterruptedException {
        try {
            return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        } catch (InterruptException stopped) {
            throw asInterruption(stopped);
        }
    }

    /**
     * The next records, none of which was written after the reading began.
     *
     * @throws TimeoutException if the broker has sent nothing for a while
     */
    Iterable<ConsumerRecord<byte[], byte[]>> next() throws InterruptedException {
        try {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            long now = System.nanoTime();
            if (!records.isEmpty()) {
                lastHeardNanos = now;
            } else if (now - lastHeardNanos > SILENCE_LIMIT.toNanos()) {
                throw new TimeoutException("The broker sent nothing for " + SILENCE_LIMIT);
            }
            return java.util.stream.StreamSupport.stream(records.spliterator(), false)
                    .filter(record -> record.offset()
                            < ends.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L))
                    .toList();
        } catch (InterruptException stopped) {
            throw asInterruption(stopped);
        }
    }

    /** Where each partition ended. */
    Map<Integer, Long> ends() {
        Map<Integer, Long> byNumber = new HashMap<>();
        ends.forEach((partition, end) -> byNumber.put(partition.partition(), end));
        return byNumber;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
