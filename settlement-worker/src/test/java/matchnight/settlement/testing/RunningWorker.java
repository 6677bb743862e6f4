package matchnight.settlement.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.settlement.SettlementWorker;
import matchnight.stack.DatabaseRole;
import matchnight.stack.KafkaServer;
import matchnight.stack.TokenIssuer;
import matchnight.stack.testing.SharedServers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service in this JVM, on a world's database and on topics and a group of its own. */
public final class RunningWorker implements AutoCloseable {

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final TokenIssuer TOKENS = TokenIssuer.temporary();
    private static final int PARTITIONS = 2;

    private final World world;
    private final KafkaServer kafka;
    private final Map<String, Object> settings;
    private final String topic;
    private final KafkaProducer<byte[], byte[]> feed;
    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable ConfigurableApplicationContext service;

    private RunningWorker(World world, KafkaServer kafka, Map<String, Object> settings, String topic) {
        this.world = world;
        this.kafka = kafka;
        this.settings = settings;
        this.topic = topic;
        this.feed = new KafkaProducer<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers(),
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class));
    }

    /** Topics and settings, with the service not started yet. */
    public static RunningWorker prepared(World world) {
        return prepared(world, SharedServers.kafka());
    }

    public static RunningWorker prepared(World world, KafkaServer kafka) {
        String name = "results-" + NUMBERS.incrementAndGet() + "-"
                + ProcessHandle.current().pid();
        kafka.createTopics(List.of(name, name + ".dead-letter"), PARTITIONS);
        Map<String, Object> settings = new HashMap<>();
        settings.put("server.port", 0);
        settings.put("spring.kafka.bootstrap-servers", kafka.bootstrapServers());
        settings.put("matchnight.kafka.result-topic", name);
        settings.put("matchnight.kafka.dead-letter-topic", name + ".dead-letter");
        settings.put("matchnight.kafka.group", "group-of-" + name);
        settings.put("matchnight.database.url", world.database().jdbcUrl());
        settings.put("matchnight.database.worker.password", world.database().password(DatabaseRole.SETTLEMENT_WORKER));
        settings.put("matchnight.database.reader.password", world.database().password(DatabaseRole.READER));
        settings.put(
                "matchnight.database.maintenance.password", world.database().password(DatabaseRole.MAINTENANCE));
        settings.put(
                "matchnight.token.public-key-location",
                TOKENS.publicKeyLocation().toString());
        return new RunningWorker(world, kafka, settings, name);
    }

    public static RunningWorker started(World world) {
        RunningWorker worker = prepared(world);
        worker.start();
        return worker;
    }

    public RunningWorker with(String setting, Object value) {
        settings.put(setting, value);
        return this;
    }

    public void start() {
        String[] arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        service = new SpringApplicationBuilder(SettlementWorker.class)
                .logStartupInfo(false)
                .run(arguments);
    }

    public void stop() {
        ConfigurableApplicationContext running = service;
        if (running != null) {
            running.close();
        }
        service = null;
    }

    @Override
    public void close() {
        stop();
        feed.close();
    }

    public World world() {
        return world;
    }

    public String topic() {
        return topic;
    }

    /** Sends what a feed would send, and waits for the broker's acknowledgement. */
    public RecordMetadata send(@Nullable String key, @Nullable String value) throws Exception {
        return send(0, bytes(key), bytes(value));
    }

    public RecordMetadata send(int partition, byte @Nullable [] key, byte @Nullable [] value) throws Exception {
        return feed.send(new ProducerRecord<>(topic, partition, key, value)).get(10, TimeUnit.SECONDS);
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** A RESULT as the feed writes it. */
    public static String resultJson(String market, long version, String... selectionsAndResults) {
        StringBuilder outcomes = new StringBuilder();
        for (String text : selectionsAndResults) {
            String[] parts = text.split(" ", 2);
            outcomes.append(outcomes.isEmpty() ? "" : ",")
                    .append("{\"selectionId\":\"%s\",\"result\":\"%s\"}".formatted(parts[0], parts[1]));
        }
        return """
                {"eventId":"e-%d","type":"RESULT","marketId":"%s","version":%d,"certainty":"CONFIRMED",
                 "occurredAt":"2026-01-01T21:00:00Z","outcomes":[%s]}
                """.formatted(version, market, version, outcomes);
    }

    /** Everything on the dead-letter topic that arrives within some seconds, at least {@code count} records. */
    public List<ConsumerRecord<byte[], byte[]>> deadLetters(int count) {
        List<ConsumerRecord<byte[], byte[]>> found = new java.util.ArrayList<>();
        Map<String, Object> properties = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
            List<TopicPartition> partitions = List.of(
                    new TopicPartition(topic + ".dead-letter", 0), new TopicPartition(topic + ".dead-letter", 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (found.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(found::add);
            }
        }
        return found;
    }

    public String token(String... scopes) {
        return TOKENS.issue("tester", scopes);
    }

    public HttpResponse<String> get(String path, String... scopes) throws Exception {
        return http.send(request(path, scopes).GET().build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, String body, String... scopes) throws Exception {
        HttpRequest request = request(path, scopes)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String... scopes) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url(path)).timeout(Duration.ofSeconds(10));
        return scopes.length == 0 ? request : request.header("Authorization", "Bearer " + token(scopes));
    }

    public URI url(String path) {
        ConfigurableApplicationContext running = service;
        if (running == null) {
            throw new IllegalStateException("The service is not started");
        }
        String port = running.getEnvironment().getProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** The value of one series of the metrics page, 0 where it is not there. */
    public double metric(String series) throws Exception {
        return get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElse(0);
    }
}
