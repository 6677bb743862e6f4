package matchnight.settlement.progress;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import matchnight.settlement.logging.BoundedLog;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Observes how old the oldest result is that is not wholly applied, consumed or not, and publishes it as
 * {@code settlement_backlog_age_seconds}. A queue is judged by its age: a count cannot tell a long one from a stuck one.
 *
 * <p>While a source does not answer, what it said last keeps ageing. Since it asks the broker twice a second, it is also
 * the one who knows whether the broker is there.
 */
final class BacklogAge implements SmartLifecycle, HealthIndicator {

    private static final String READ_OLDEST_UNAPPLIED = """
            SELECT least((SELECT min(unapplied_since) FROM settlement_job WHERE unapplied_since IS NOT NULL),
                         (SELECT min(kafka_timestamp) FROM result_waiting))
            """;

    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(5);

    private final DataSource reader;
    private final Supplier<Consumer<byte[], byte[]>> observers;
    private final String topic;
    private final Clock clock;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(BacklogAge.class));
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("backlog-age").daemon().factory());

    private volatile @Nullable Instant oldestUnapplied;
    private volatile @Nullable Instant oldestUnconsumed;
    private volatile @Nullable Instant brokerAnsweredAt;
    private volatile boolean running;
    private final UnconsumedResults unconsumed;
    private @Nullable Consumer<byte[], byte[]> observer;

    BacklogAge(
            DataSource reader,
            Supplier<Consumer<byte[], byte[]>> observers,
            String topic,
            Clock clock,
            MeterRegistry registry) {
        this.reader = reader;
        this.observers = observers;
        this.topic = topic;
        this.clock = clock;
        this.unconsumed = new UnconsumedResults(topic, clock);
        Gauge.builder("settlement_backlog_age_seconds", this, age -> age.seconds())
                .description("Now minus the Kafka timestamp of the oldest result not wholly applied, consumed or not")
                .strongReference(true)
                .register(registry);
    }

    /** The age in seconds, 0 when nothing waits. */
    double seconds() {
        return Stream.of(Optional.ofNullable(oldestUnapplied), Optional.ofNullable(oldestUnconsumed))
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .map(oldest ->
                        Math.max(0, Duration.between(oldest, clock.instant()).toMillis()) / 1_000.0)
                .orElse(0.0);
    }

    @Override
    public Health health() {
        Instant answered = brokerAnsweredAt;
        return answered != null && Duration.between(answered, clock.instant()).compareTo(SILENCE_LIMIT) < 0
                ? Health.up().build()
                : Health.down().build();
    }

    // What is thrown out of here would end the schedule, and the age would stand still for good.
    private void observe() {
        try {
            oldestUnconsumed = unconsumed.oldest(openObserver()).orElse(null);
            brokerAnsweredAt = clock.instant();
        } catch (RuntimeException silent) {
            log.warn("The backlog on {} cannot be read: {}", topic, silent.toString());
            closeObserver();
        }
        try {
            oldestUnapplied = readOldestUnapplied();
        } catch (SQLException | RuntimeException silent) {
            log.warn("The backlog in the database cannot be read: {}", silent.toString());
        }
    }

    private Consumer<byte[], byte[]> openObserver() {
        Consumer<byte[], byte[]> current = observer;
        if (current == null) {
            current = observers.get();
            observer = current;
        }
        return current;
    }

    // Forgotten before it is closed: one that cannot even be closed is not to be asked again.
    private void closeObserver() {
        Consumer<byte[], byte[]> closing = observer;
        observer = null;
        if (closing == null) {
            return;
        }
        try {
            closing.close();
        } catch (RuntimeException unclosed) {
            log.warn("The observer of {} was not closed in good order: {}", topic, unclosed.toString());
        }
    }

    private @Nullable Instant readOldestUnapplied() throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_OLDEST_UNAPPLIED);
                ResultSet row = statement.executeQuery()) {
            OffsetDateTime oldest = row.next() ? row.getObject(1, OffsetDateTime.class) : null;
            return oldest == null ? null : oldest.toInstant();
        }
    }

    @Override
    public void start() {
        running = true;
        var _ = executor.scheduleWithFixedDelay(this::observe, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        running = false;
        executor.execute(this::closeObserver);
        executor.shutdown();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
