package matchnight.bets.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a topic from its beginning and remembers everything. */
final class TopicReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);

    private final KafkaConsumer<String, byte[]> consumer;
    private final List<PublishedEvent> events = new ArrayList<>();

    TopicReader(String bootstrapServers, String topic, int partitions) {
        this.consumer = new KafkaConsumer<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                StringDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                20));
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(topic, partition));
        }
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** Everything read so far, with what has arrived since the last call. */
    List<PublishedEvent> poll() {
        consumer.poll(POLL).forEach(found -> events.add(PublishedEvent.of(found)));
        return events;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
