package matchnight.settlement.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes the clients. Values are bytes to the clients: nothing is decoded inside {@code poll}, where an exception would hold
 * up the partition.
 */
public final class KafkaClients {

    private final Map<String, Object> consumerProperties;
    private final Map<String, Object> producerProperties;
    private final KafkaSettings settings;

    /**
     * Takes the properties that differ by environment: where the broker is, and how to authenticate to it.
     */
    public KafkaClients(
            Map<String, Object> consumerProperties, Map<String, Object> producerProperties, KafkaSettings settings) {
        this.consumerProperties = Map.copyOf(consumerProperties);
        this.producerProperties = Map.copyOf(producerProperties);
        this.settings = settings;
    }

    /** A member of the group, for its owner to subscribe and close. Offsets move only when it says so. */
    public Consumer<byte[], byte[]> groupConsumer() {
        Map<String, Object> properties = commonConsumerProperties();
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "result-intake");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 100);
        // A dead worker's partitions are taken over after this, and one that rebalances keeps what stays with it.
        int sessionMillis = Math.toIntExact(settings.sessionTimeout().toMillis());
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMillis);
        properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMillis / 4);
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        return new KafkaConsumer<>(properties);
    }

    /** Reads the group's offsets and single records, and never joins the group or commits. */
    public Consumer<byte[], byte[]> observer() {
        Map<String, Object> properties = commonConsumerProperties();
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "backlog-observer");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2_000);
        properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);
        return new KafkaConsumer<>(properties);
    }

    /** Reads records that were taken in before, in no group, for its owner to assign and close. */
    public Consumer<byte[], byte[]> rereader() {
        Map<String, Object> properties = commonConsumerProperties();
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "result-replay");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 500);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
        properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        return new KafkaConsumer<>(properties);
    }

    /** Reads what the relay has published, in no group, for its owner to assign and close. */
    public Consumer<byte[], byte[]> eventReader() {
        Map<String, Object> properties = commonConsumerProperties();
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "reconciliation");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1_000);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
        properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        return new KafkaConsumer<>(properties);
    }

    private Map<String, Object> commonConsumerProperties() {
        Map<String, Object> properties = new HashMap<>(consumerProperties);
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // A feed that writes in transactions takes back what it aborted.
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // A topic that is made after the worker started is found soon.
        properties.put(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, 10_000);
        properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        return properties;
    }

    /** For single records that somebody waits for: gives up after about 1.5 s, where the defaults wait for two minutes. */
    public Producer<byte[], byte[]> producer() {
        Map<String, Object> properties = new HashMap<>(producerProperties);
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "settlement-worker");
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 1_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 1_500);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * 1024 * 1024);
        properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        return new KafkaProducer<>(properties);
    }
}
