package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KafkaServerTest {

    @SuppressWarnings("NullAway.Init")
    private static KafkaServer server;

    @BeforeAll
    static void start() {
        server = KafkaServer.start();
        server.createTopics();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theTopicsOfTheProductHaveSixPartitions() {
        try (var admin = server.admin()) {
            var descriptions =
                    KafkaServer.within(admin.describeTopics(KafkaServer.TOPICS).allTopicNames());
            assertThat(descriptions.values())
                    .hasSize(3)
                    .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(6));
        }
    }

    @Test
    void onlyResultsAreTimedByTheBroker() {
        try (var admin = server.admin()) {
            var topics = KafkaServer.TOPICS.stream()
                    .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                    .toList();
            Map<String, String> timedBy = new TreeMap<>();
            KafkaServer.within(admin.describeConfigs(topics).all())
                    .forEach((topic, config) -> timedBy.put(
                            topic.name(),
                            config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                                    .value()));
            assertThat(timedBy)
                    .isEqualTo(Map.of(
                            "market-results", "LogAppendTime",
                            "bet-events", "CreateTime",
                            "market-results.dead-letter", "CreateTime"));
        }
    }

    @Test
    void aTopicThatNobodyMadeIsNotMadeByAsking() {
        try (var admin = server.admin()) {
            assertThatThrownBy(() -> admin.describeTopics(List.of("mistyped"))
                            .allTopicNames()
                            .get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
    }

    @Test
    void whatWasAcknowledgedSurvivesAKillAndAStop() throws Exception {
        send("before the kill");
        server.kill();
        server.restart();
        send("before the stop");
        server.stop();
        server.restart();
        assertThat(received()).containsExactly("before the kill", "before the stop");
    }

    private static void send(String value) throws Exception {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, server.bootstrapServers(), ProducerConfig.ACKS_CONFIG, "all");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("bet-events", 0, "account", value))
                    .get();
        }
    }

    private static List<String> received() {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                server.bootstrapServers(),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest");
        TopicPartition partition = new TopicPartition("bet-events", 0);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            return consumer.poll(Duration.ofSeconds(20)).records(partition).stream()
                    .map(ConsumerRecord::value)
                    .toList();
        }
    }
}
