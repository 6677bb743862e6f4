package matchnight.bets.relay;

import java.sql.SQLException;
import java.time.Duration;
import matchnight.bets.relay.RelayMetrics.FailureCause;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * One relay of possibly many: leads while it holds the lease, else waits for it to come free.
 *
 * <p>Has one thread of its own, starts whether or not the broker or the database answers, and gives the lease back when it
 * stops.
 */
final class EventRelay implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(EventRelay.class);
    private static final int MAX_DOUBLINGS = 10;

    private final RelayCursor cursor;
    private final OutboxReader outbox;
    private final EventPublisher publisher;
    private final OutboxAge age;
    private final RelaySettings settings;
    private final RelayMetrics metrics;
    private final FailureLog failureLog = new FailureLog();

    private StopSignal stop = new StopSignal();
    private @Nullable Thread thread;
    private @Nullable Leadership leadership;

    EventRelay(
            RelayCursor cursor,
            OutboxReader outbox,
            EventPublisher publisher,
            OutboxAge age,
            RelaySettings settings,
            RelayMetrics metrics) {
        this.cursor = cursor;
        this.outbox = outbox;
        this.publisher = publisher;
        this.age = age;
        this.settings = settings;
        this.metrics = metrics;
    }

    @Override
    public synchronized void start() {
        if (thread == null && settings.enabled()) {
            stop = new StopSignal();
            thread = Thread.ofPlatform().name("event-relay").daemon().start(this::run);
        }
    }

    /** Returns once the page under way is finished and the lease given back: within about a delivery timeout. */
    @Override
    public synchronized void stop() {
        Thread running = thread;
        if (running == null) {
            return;
        }
        stop.give();
        try {
            running.join(settings.lease());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        thread = null;
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }

    /** Stops after the web server has: what its last requests wrote is relayed by this instance or the next leader. */
    @Override
    public int getPhase() {
        return 0;
    }

    private void run() {
        Duration pause = Duration.ZERO;
        while (!stop.given(pause)) {
            pause = takeStep();
        }
        endTerm();
        publisher.close();
    }

    private Duration takeStep() {
        try {
            age.sampleIfDue();
            Leadership leading = leadership;
            return leading == null ? follow() : lead(leading);
        } catch (LeaseLostException lost) {
            return failed(FailureCause.LEASE, lost);
        } catch (PublishFailedException refused) {
            return failed(FailureCause.BROKER, refused);
        } catch (DataAccessException | SQLException unreachable) {
            recordOnCursor(unreachable);
            return failed(FailureCause.DATABASE, unreachable);
        } catch (RuntimeException unexpected) {
            recordOnCursor(unexpected);
            return failed(FailureCause.EVENT, unexpected);
        }
    }

    private Duration follow() {
        var term = cursor.takeLeaseIfFree();
        if (term.isEmpty()) {
            return settings.followerPoll();
        }
        leadership = new Leadership(term.get(), cursor, outbox, publisher, settings, metrics, stop);
        metrics.leading(true);
        LOG.debug("Leads the relay from {}", term.get());
        return Duration.ZERO;
    }

    private Duration lead(Leadership leading) throws SQLException {
        leading.relayOnce();
        failureLog.succeeded();
        return settings.idlePoll();
    }

    private void recordOnCursor(Exception failure) {
        Leadership leading = leadership;
        if (leading == null) {
            return;
        }
        try {
            leading.recordFailure(FailureText.of(failure));
        } catch (RuntimeException unreachable) {
            failure.addSuppressed(unreachable);
        }
    }

    private Duration failed(FailureCause cause, Exception failure) {
        metrics.failed(cause);
        metrics.leading(false);
        leadership = null;
        failureLog.failed(cause, failure);
        return backoff();
    }

    private Duration backoff() {
        int doublings = (int) Math.min(failureLog.failuresInARow() - 1, MAX_DOUBLINGS);
        Duration doubled = settings.firstBackoff().multipliedBy(1L << doublings);
        return doubled.compareTo(settings.maxBackoff()) < 0 ? doubled : settings.maxBackoff();
    }

    private void endTerm() {
        Leadership leading = leadership;
        leadership = null;
        metrics.leading(false);
        if (leading == null) {
            return;
        }
        try {
            leading.end();
        } catch (DataAccessException unreachable) {
            LOG.info("The relay's lease could not be given back; it runs out by itself: {}", unreachable.getMessage());
        }
    }
}
