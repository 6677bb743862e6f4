package matchnight.bench.product;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads {@code bet-events} from its beginning, as a consumer does that trusts nothing: keeps what was said first, and notes what
 * contradicts it or comes out of order.
 */
public final class PublishedEvents implements AutoCloseable {

    public static final String TOPIC = "bet-events";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int FAULTS_MAX = 20;

    private final KafkaConsumer<String, byte[]> consumer;
    private final Map<String, String> contentById = new HashMap<>();
    private final Map<String, Long> idByEffect = new HashMap<>();
    private final Map<String, Long> highestVersion = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private long duplicates;

    public PublishedEvents(Product product) {
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        product.kafka(),
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        5_000),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(TOPIC, Duration.ofSeconds(15)).stream()
                .map(info -> new TopicPartition(TOPIC, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads on until the distinct events are as many as expected, or the limit is over. */
    public void readUntil(long distinctEvents, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (contentById.size() < distinctEvents && System.nanoTime() < deadline) {
            read(POLL);
        }
        read(POLL);
    }

    private void read(Duration wait) {
        consumer.poll(wait).forEach(this::take);
    }

    private void take(ConsumerRecord<String, byte[]> published) {
        String content = new String(published.value(), StandardCharsets.UTF_8);
        JsonNode event = JsonMapper.shared().readTree(content);
        String id = event.path("id").asString();
        String said = contentById.putIfAbsent(id, content);
        if (said != null) {
            duplicates++;
            note(!said.equals(content), "event " + id + " was published again with other content");
            return;
        }
        takeFirst(published.key(), event, Long.parseLong(id));
    }

    private void takeFirst(@Nullable String key, JsonNode event, long id) {
        JsonNode data = event.path("data");
        String accountId = data.path("accountId").asString("");
        long version = data.path("version").asLong(-1);
        note(!accountId.equals(key), "event " + id + " of account " + accountId + " has the key " + key);
        long before = highestVersion.getOrDefault(accountId, 0L);
        note(
                version <= before,
                "event " + id + " of account " + accountId + " has version " + version + " after " + before);
        highestVersion.put(accountId, Math.max(before, version));
        if (data.has("betId")) {
            String effect = effect(
                    data.path("betId").asString(),
                    data.path("settlementVersion").asInt(0));
            Long other = idByEffect.putIfAbsent(effect, id);
            note(other != null, "events " + other + " and " + id + " announce the same effect " + effect);
        }
    }

    private void note(boolean isFault, String fault) {
        if (isFault && faults.size() < FAULTS_MAX) {
            faults.add(fault);
        }
    }

    private static String effect(String betId, int settlementVersion) {
        return betId + "/" + settlementVersion;
    }

    /** The event's id that announced the bet's acceptance (settlement version 0) or a settlement of it. */
    public OptionalLong announcementOf(String betId, int settlementVersion) {
        Long id = idByEffect.get(effect(betId, settlementVersion));
        return id == null ? OptionalLong.empty() : OptionalLong.of(id);
    }

    /** All of one account's events, in the order of its versions. */
    public List<JsonNode> ofAccount(String accountId) {
        String subject = "\"subject\":\"" + accountId + "\"";
        return contentById.values().stream()
                .filter(content -> content.contains(subject))
                .map(JsonMapper.shared()::readTree)
                .sorted(Comparator.comparingLong(
                        event -> event.at("/data/version").asLong(-1)))
                .toList();
    }

    /** What was out of order, contradictory or wrongly keyed: the first {@value #FAULTS_MAX}. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    public long distinctCount() {
        return contentById.size();
    }

    public long duplicateCount() {
        return duplicates;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
