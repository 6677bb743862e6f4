package matchnight.settlement.reconcile;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.settlement.kafka.KafkaClients;
import matchnight.settlement.kafka.KafkaSettings;
import matchnight.settlement.testing.World;
import matchnight.stack.testing.SharedServers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A topic of a test's own, and what publishes a world's outbox to it as the relay does: in order, and then the cursor. */
final class EventTopic implements AutoCloseable {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final World world;
    private final String name;
    private final KafkaClients clients;
    private final Producer<byte[], byte[]> producer;

    EventTopic(World world) {
        this.world = world;
        this.name = "events-" + NUMBERS.incrementAndGet() + "-"
                + ProcessHandle.current().pid();
        SharedServers.kafka().createTopics(List.of(name), 2);
        Map<String, Object> broker = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, SharedServers.kafka().bootstrapServers());
        this.clients = new KafkaClients(
                broker, broker, new KafkaSettings("unused", "unused", "unused", java.time.Duration.ofSeconds(6)));
        this.producer = clients.producer();
    }

    String name() {
        return name;
    }

    KafkaClients clients() {
        return clients;
    }

    /** Publishes what stands behind the cursor, but for these ids, and moves the cursor behind all of it. */
    void relay(long... lost) throws Exception {
        long cursor = world.number("SELECT last_outbox_id FROM relay_cursor");
        for (long id : ids(cursor)) {
            if (java.util.Arrays.stream(lost).noneMatch(one -> one == id)) {
                publish(id);
            }
            world.execute("UPDATE relay_cursor SET last_outbox_id = " + id);
        }
    }

    private List<Long> ids(long after) throws SQLException {
        return world.texts("SELECT outbox_id FROM outbox WHERE outbox_id > " + after + " ORDER BY outbox_id").stream()
                .map(Long::valueOf)
                .toList();
    }

    /** Publishes one row of the outbox. */
    void publish(long id) throws Exception {
        String event = world.text("""
                SELECT jsonb_build_object('specversion', '1.0', 'id', outbox_id::text, 'type', type, 'subject', account_id,
                           'time', to_char(written_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                           'data', jsonb_strip_nulls(jsonb_build_object('accountId', account_id, 'version', account_version,
                               'betId', bet_id, 'settlementVersion', settlement_version)))
                  FROM outbox WHERE outbox_id = %d
                """.formatted(id));
        publish(
                String.valueOf(world.text("SELECT account_id FROM outbox WHERE outbox_id = " + id)),
                String.valueOf(event));
    }

    void publish(String key, String value) throws Exception {
        producer.send(new ProducerRecord<>(
                        name, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)))
                .get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        producer.close();
    }
}
