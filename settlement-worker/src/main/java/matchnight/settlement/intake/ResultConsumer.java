package matchnight.settlement.intake;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import matchnight.settlement.logging.BoundedLog;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the result topic and takes its records in, each partition in its order.
 *
 * <p>A loop of our own, since what matters here is exactly what a framework's defaults decide: an offset moves only after
 * the database has committed; a record that the database cannot take now is sought back to and its partition pauses, while
 * the loop goes on polling, so that the group is kept however long the trouble lasts and the other partitions go on.
 */
final class ResultConsumer implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ResultConsumer.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration COMMIT_LIMIT = Duration.ofSeconds(2);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final String topic;
    private final RecordIntake intake;
    private final IntakeMetrics metrics;
    private final MeterRegistry registry;
    private final BoundedLog log = new BoundedLog(LOG);

    private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    private final Map<TopicPartition, RetryPause> pauses = new HashMap<>();
    private volatile boolean stopping;

    /**
     * @param consumers makes a consumer with auto-commit off, which this loop closes
     */
    ResultConsumer(
            Supplier<Consumer<byte[], byte[]>> consumers,
            String topic,
            RecordIntake intake,
            IntakeMetrics metrics,
            MeterRegistry registry) {
        this.consumers = consumers;
        this.topic = topic;
        this.intake = intake;
        this.metrics = metrics;
        this.registry = registry;
    }

    /** Ends the loop after the record in hand. */
    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        while (!stopping) {
            try (Consumer<byte[], byte[]> consumer = consumers.get();
                    KafkaClientMetrics clientMetrics = new KafkaClientMetrics(consumer)) {
                clientMetrics.bindTo(registry);
                consumeWith(consumer);
            } catch (KafkaException failure) {
                log.warn("The result consumer starts again after a failure: {}", failure.toString());
                pauseBeforeRestart();
            } catch (RuntimeException bug) {
                LOG.error("The result consumer starts again after an unexpected failure", bug);
                pauseBeforeRestart();
            }
        }
    }

    private void pauseBeforeRestart() {
        done.clear();
        pauses.clear();
        if (!stopping) {
            try {
                Thread.sleep(PAUSE_AFTER_FAILURE);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                stopping = true;
            }
        }
    }

    private void consumeWith(Consumer<byte[], byte[]> consumer) {
        consumer.subscribe(List.of(topic), new Rebalances(consumer));
        while (!stopping) {
            resumeThoseDue(consumer);
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (TopicPartition partition : records.partitions()) {
                takeInOrder(consumer, partition, records.records(partition));
            }
            commit(consumer, Map.copyOf(done));
        }
    }

    private void takeInOrder(
            Consumer<byte[], byte[]> consumer, TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> consumed : records) {
            if (stopping || !take(consumer, partition, consumed)) {
                return;
            }
        }
    }

    private boolean take(
            Consumer<byte[], byte[]> consumer, TopicPartition partition, ConsumerRecord<byte[], byte[]> consumed) {
        try {
            intake.take(consumed);
            done.put(partition, new OffsetAndMetadata(consumed.offset() + 1));
            pauses.remove(partition);
            return true;
        } catch (SQLException | RuntimeException trouble) {
            // Whatever it is, it is this record's: the other partitions go on.
            metrics.retry();
            RetryPause pause = pauses.getOrDefault(partition, RetryPause.NONE).longer();
            pauses.put(partition, pause);
            log.warn(
                    "{} is tried again in {} ms: {}",
                    RecordPosition.of(consumed),
                    pause.length().toMillis(),
                    trouble.toString());
            consumer.seek(partition, consumed.offset());
            consumer.pause(Set.of(partition));
            return false;
        }
    }

    private void resumeThoseDue(Consumer<byte[], byte[]> consumer) {
        Set<TopicPartition> paused = consumer.paused();
        for (TopicPartition partition : paused) {
            if (pauses.getOrDefault(partition, RetryPause.NONE).isOver()) {
                consumer.resume(Set.of(partition));
            }
        }
    }

    private void commit(Consumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, COMMIT_LIMIT);
            offsets.forEach(done::remove);
        } catch (KafkaException uncommitted) {
            // What is committed in the database is a duplicate when it comes again. The next round tries once more.
            log.warn("Offsets were not committed: {}", uncommitted.toString());
        }
    }

    private final class Rebalances implements ConsumerRebalanceListener {

        private final Consumer<byte[], byte[]> consumer;

        Rebalances(Consumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            LOG.info("Results are taken in from {}", partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            Map<TopicPartition, OffsetAndMetadata> theirs = new HashMap<>(done);
            theirs.keySet().retainAll(partitions);
            commit(consumer, theirs);
            forget(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            forget(partitions);
        }

        private void forget(Collection<TopicPartition> partitions) {
            partitions.forEach(done::remove);
            partitions.forEach(pauses::remove);
        }
    }
}
