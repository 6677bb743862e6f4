package matchnight.settlement.intake;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import matchnight.settlement.intake.RecordStoring.Taken;
import matchnight.settlement.intake.ResultStorage.Storing;
import matchnight.settlement.intake.WaitingResults.Waiting;
import matchnight.settlement.logging.BoundedLog;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Looks every second whether the markets have come that records wait for, and takes those records in; parks the ones that
 * have waited too long. Any number of workers may look at once.
 */
final class WaitingIntake implements SmartLifecycle {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final WaitingResults waiting;
    private final RecordStoring storing;
    private final DeadLetters deadLetters;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(WaitingIntake.class));
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("waiting-results").daemon().factory());
    private volatile long count;
    private volatile boolean running;

    WaitingIntake(WaitingResults waiting, RecordStoring storing, DeadLetters deadLetters, MeterRegistry registry) {
        this.waiting = waiting;
        this.storing = storing;
        this.deadLetters = deadLetters;
        Gauge.builder("results_waiting_for_market", this, look -> look.count)
                .description("Results that wait for a market or a selection that nobody knows yet, of all workers")
                .register(registry);
    }

    // What is thrown out of here would end the schedule.
    private void lookAndLog() {
        try {
            look();
        } catch (SQLException | RuntimeException trouble) {
            log.warn("Waiting results are looked at again in a second: {}", trouble.toString());
        }
    }

    /** Tries all records that may be tried, each once. */
    void look() throws SQLException {
        try {
            Optional<Waiting> next = waiting.findNextToTry(null);
            while (next.isPresent() && !executor.isShutdown()) {
                tryOne(next.get());
                next = waiting.findNextToTry(next.get().received());
            }
        } finally {
            count = waiting.count();
        }
    }

    private void tryOne(Waiting candidate) throws SQLException {
        ConsumerRecord<byte[], byte[]> received = candidate.received();
        Taken taken = storing.take(received, (connection, event) -> takeOver(connection, received, event));
        switch (taken) {
            case Taken.In _ -> {}
            case Taken.Early(var _, DeadLetter reason) -> {
                if (candidate.isOver() && waiting.takeOutToPark(received)) {
                    park(received, reason);
                }
            }
            case Taken.Hopeless(DeadLetter reason) -> park(received, reason);
        }
    }

    private static IntakeOutcome takeOver(Connection connection, ConsumerRecord<byte[], byte[]> received, Storing event)
            throws SQLException {
        if (!WaitingResults.takeInHand(connection, received)) {
            return new IntakeOutcome.InOtherHands();
        }
        IntakeOutcome outcome = event.store();
        WaitingResults.remove(connection, received);
        return outcome;
    }

    private void park(ConsumerRecord<byte[], byte[]> received, DeadLetter reason) throws SQLException {
        deadLetters.park(received, reason);
        waiting.remove(received);
    }

    @Override
    public void start() {
        running = true;
        var _ = executor.scheduleWithFixedDelay(
                this::lookAndLog, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        running = false;
        executor.shutdown();
        try {
            boolean _ = executor.awaitTermination(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
