package matchnight.settlement.schedule;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import matchnight.settlement.logging.BoundedLog;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Does one kind of work at an interval, in a thread of its own, for as long as the service runs. What fails is logged,
 * counted as {@code background_failures_total{work}} and tried again at the next interval.
 */
public final class RepeatedWork implements SmartLifecycle {

    private static final int STOP_LIMIT_SECONDS = 5;

    private final String name;
    private final Duration interval;
    private final Work work;
    private final Counter failures;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(RepeatedWork.class));
    private final ScheduledExecutorService executor;
    private volatile boolean running;

    /** What is done. */
    @FunctionalInterface
    public interface Work {

        /**
         * Does a bounded amount of it.
         *
         * @throws InterruptedException when the service stops
         */
        void run() throws SQLException, InterruptedException;
    }

    /**
     * Does nothing before it is started.
     *
     * @param name lower case with hyphens, for the thread and the metric
     * @param interval from the end of one run to the beginning of the next
     */
    public RepeatedWork(String name, Duration interval, Work work, MeterRegistry registry) {
        this.name = name;
        this.interval = interval;
        this.work = work;
        this.failures = Counter.builder("background_failures")
                .description("Runs of repeated work that failed and are tried again")
                .tag("work", name)
                .register(registry);
        this.executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name(name).daemon().factory());
    }

    // What is thrown out of here would end the schedule.
    private void runOnce() {
        try {
            work.run();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException failure) {
            failures.increment();
            log.warn("{} is tried again: {}", name, failure.toString());
        }
    }

    @Override
    public void start() {
        running = true;
        var _ = executor.scheduleWithFixedDelay(this::runOnce, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Lets the transaction in hand end. */
    @Override
    public void stop() {
        running = false;
        executor.shutdownNow();
        try {
            executor.awaitTermination(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
