package matchnight.bets.relay;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import matchnight.stack.DatabaseRole;
import matchnight.stack.KafkaServer;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;

/** A database and a topic of its own, and relays between them. */
final class RelayRig implements AutoCloseable {

    private static final int PARTITIONS = 6;

    final TestDatabase database = SharedServers.postgres().createMigratedDatabase();
    final LedgerScene ledger = new LedgerScene(database);
    final String topic = "bet-events-" + UUID.randomUUID();
    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final KafkaServer kafka;
    private final List<Runnable> toClose = new ArrayList<>();

    RelayRig(KafkaServer kafka) {
        this.kafka = kafka;
    }

    static RelayRig withTopic() {
        RelayRig rig = new RelayRig(SharedServers.kafka());
        rig.createTopic();
        return rig;
    }

    void createTopic() {
        kafka.createTopics(List.of(topic), PARTITIONS);
    }

    RelaySettings settings() {
        return new RelaySettings(
                true,
                topic,
                Duration.ofSeconds(4),
                Duration.ofMillis(25),
                Duration.ofMillis(100),
                500,
                Duration.ofMillis(1500),
                Duration.ofSeconds(1),
                Duration.ofMillis(500),
                1_048_576,
                Duration.ofMillis(50),
                Duration.ofMillis(500));
    }

    EventRelay startRelay() {
        return startRelay(UnaryOperator.identity());
    }

    EventRelay startRelay(UnaryOperator<RelaySettings> change) {
        EventRelay relay = relay(change.apply(settings()));
        relay.start();
        toClose.add(relay::stop);
        return relay;
    }

    private EventRelay relay(RelaySettings settings) {
        var dataSource = database.dataSource(DatabaseRole.RELAY);
        var age = new OutboxAge(dataSource);
        return new EventRelay(
                new RelayCursor(dataSource, "relay-" + UUID.randomUUID(), settings.lease()),
                new OutboxReader(dataSource),
                new EventPublisher(Map.of("bootstrap.servers", kafka.bootstrapServers()), settings),
                age,
                settings,
                new RelayMetrics(metrics, age));
    }

    TopicReader reader() {
        var reader = new TopicReader(kafka.bootstrapServers(), topic, PARTITIONS);
        toClose.add(reader::close);
        return reader;
    }

    /** The cursor's row, as an operator sees it. */
    record Cursor(long lastOutboxId, String owner, long epoch, boolean leased, int attempts, String lastError) {}

    Cursor cursor() throws SQLException {
        try (Connection connection = database.connect(DatabaseRole.READER);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT last_outbox_id, coalesce(lease_owner, '') AS owner, lease_epoch,
                               lease_until > clock_timestamp() AS leased, attempts, coalesce(last_error, '') AS last_error
                          FROM relay_cursor
                        """)) {
            row.next();
            return new Cursor(
                    row.getLong("last_outbox_id"),
                    row.getString("owner"),
                    row.getLong("lease_epoch"),
                    row.getBoolean("leased"),
                    row.getInt("attempts"),
                    row.getString("last_error"));
        }
    }

    /** Any setting of a relay, by name. */
    double gauge(String name) {
        return metrics.get(name).gauge().value();
    }

    long newestOutboxId() throws SQLException {
        return number("SELECT coalesce(max(outbox_id), 0) FROM outbox");
    }

    long number(String query) throws SQLException {
        try (Connection connection = database.connect(DatabaseRole.READER);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    void asSuperuser(String sql) throws SQLException {
        try (Connection connection = database.connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        toClose.reversed().forEach(Runnable::run);
        database.close();
    }
}
