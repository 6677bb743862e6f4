package matchnight.settlement.maintenance;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Creates day partitions two weeks ahead, at the start and every hour; a failure is tried again after a minute. {@link
 * PartitionHeadroom} tells how many days are left, also where {@code matchnight.partitions.create} is off.
 */
@Component
final class PartitionsAhead implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionsAhead.class);
    private static final int DAYS_AHEAD = 14;
    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    private final DayPartitions partitions;
    private final PartitionHeadroom headroom;
    private final boolean creates;
    private final Counter failures;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("partitions-ahead").daemon().factory());
    private volatile boolean running;

    PartitionsAhead(
            @Qualifier("maintenanceDataSource") DataSource maintenance,
            PartitionHeadroom headroom,
            MeterRegistry registry,
            @Value("${matchnight.partitions.create:true}") boolean creates) {
        this.partitions = new DayPartitions(maintenance);
        this.headroom = headroom;
        this.creates = creates;
        this.failures = Counter.builder("partition_maintenance_failures")
                .description("Runs of the upkeep that could not create partitions ahead")
                .register(registry);
    }

    private void createAndGoOn() {
        Duration next = INTERVAL;
        try {
            headroom.note(partitions.headroomDays());
            if (creates) {
                partitions.createAhead(DAYS_AHEAD);
                headroom.note(partitions.headroomDays());
            }
            if (headroom.isLow()) {
                LOG.error("Partitions run out, days left: {}; a write without one is refused", headroom);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException failure) {
            failures.increment();
            LOG.error("Partitions were not created ahead, days left: {}: {}", headroom, failure.toString());
            next = AFTER_FAILURE;
        }
        goOnIn(next);
    }

    private void goOnIn(Duration pause) {
        try {
            if (running) {
                var _ = executor.schedule(this::createAndGoOn, pause.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException stopped) {
            // Stopped between the two.
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
