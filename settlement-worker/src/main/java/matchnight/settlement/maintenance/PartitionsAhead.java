package matchnight.settlement.maintenance;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Creates day partitions two weeks ahead, at the start and every hour; a failure is tried again after a minute. How many
 * days are left, counted over the table that has the fewest, is {@code partition_headroom_days}.
 */
@Component
final class PartitionsAhead implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionsAhead.class);
    private static final int DAYS_AHEAD = 14;
    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    private static final String CREATE_AHEAD = "SELECT create_partitions_ahead(?)";
    private static final String READ_HEADROOM = "SELECT min(days_ahead) FROM partition_headroom";

    private final DataSource maintenance;
    private final Counter failures;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("partitions-ahead").daemon().factory());
    private volatile double headroomDays = Double.NaN;
    private volatile boolean running;

    PartitionsAhead(@Qualifier("maintenanceDataSource") DataSource maintenance, MeterRegistry registry) {
        this.maintenance = maintenance;
        this.failures = registry.counter("partition_maintenance_failures");
        Gauge.builder("partition_headroom_days", this, ahead -> ahead.headroomDays)
                .description("Days from today that have a partition, of the table that has the fewest")
                .strongReference(true)
                .register(registry);
    }

    private void createAndGoOn() {
        Duration next = INTERVAL;
        try {
            create();
        } catch (SQLException failure) {
            failures.increment();
            LOG.error("Partitions were not created ahead, {} days are left: {}", headroomDays, failure.toString());
            next = AFTER_FAILURE;
        }
        if (running) {
            var _ = executor.schedule(this::createAndGoOn, next.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void create() throws SQLException {
        try (Connection connection = maintenance.getConnection()) {
            try (PreparedStatement statement = connection.prepareStatement(CREATE_AHEAD)) {
                statement.setInt(1, DAYS_AHEAD);
                statement.execute();
            }
            try (PreparedStatement statement = connection.prepareStatement(READ_HEADROOM);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                headroomDays = row.getInt(1);
            }
        }
    }

    @Override
    public void start() {
        running = true;
        executor.execute(this::createAndGoOn);
    }

    @Override
    public void stop() {
        running = false;
        executor.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
