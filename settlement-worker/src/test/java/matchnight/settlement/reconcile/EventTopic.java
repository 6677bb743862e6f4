package matchnight.settlement.reconcile;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.ledger.barrier.RunningTransactions;
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
                broker, broker, new KafkaSettings("unused", "unused", "unused", Duration.ofSeconds(6)));
        this.producer = clients.producer();
    }

    String name() {
        return name;
    }

    KafkaClients clients() {
        return clients;
    }

    private static final String READ_EVENTS = """
            SELECT outbox_id || ' ' || account_id || ' ' ||
                   jsonb_build_object('specversion', '1.0', 'id', outbox_id::text, 'type', type, 'subject', account_id,
                       'time', to_char(written_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                       'data', jsonb_strip_nulls(jsonb_build_object('accountId', account_id, 'version', account_version,
                           'betId', bet_id, 'settlementVersion', settlement_version)))
              FROM outbox
             WHERE outbox_id BETWEEN %d AND %d
             ORDER BY outbox_id
            """;

    /**
     * Publishes what stands behind the cursor, but for these ids, and moves the cursor behind all of it. As the relay does it
     * waits first for those who may still commit a lower number.
     */
    void relay(long... lost) throws Exception {
        long cursor = world.number("SELECT last_outbox_id FROM relay_cursor");
        long horizon = world.number("SELECT last_value FROM outbox_id_seq");
        RunningTransactions.awaitEndOfThoseRunningNow(
                world.worker(), Set.of("bet_api", "settlement_worker"), Duration.ofSeconds(15));
        for (String event : world.texts(READ_EVENTS.formatted(cursor + 1, horizon))) {
            publish(event, lost);
        }
        world.execute("UPDATE relay_cursor SET last_outbox_id = " + horizon);
    }

    /** Publishes one row of the outbox. */
    void publish(long id) throws Exception {
        publish(world.texts(READ_EVENTS.formatted(id, id)).getFirst(), new long[0]);
    }

    private void publish(String event, long[] lost) throws Exception {
        int first = event.indexOf(' ');
        int second = event.indexOf(' ', first + 1);
        long id = Long.parseLong(event.substring(0, first));
        if (Arrays.stream(lost).noneMatch(one -> one == id)) {
            publish(event.substring(first + 1, second), event.substring(second + 1));
        }
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
