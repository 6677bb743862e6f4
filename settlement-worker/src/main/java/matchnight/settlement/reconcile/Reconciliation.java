package matchnight.settlement.reconcile;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes on with the runs that are to be done, part by part, while this worker has the lease. A part commits what it saw with
 * where to go on, so that whoever comes after a worker or a connection that died looks at no more than one part again.
 */
final class Reconciliation {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);
    private static final Duration BETWEEN_SWEEPS = Duration.ofHours(20);
    private static final int MOST_EVENT_ATTEMPTS = 3;

    private final Runs runs;
    private final RunLease lease;
    private final ReconcileAccounts accounts;
    private final ReconcileSelections selections;
    private final ReconcileEvents events;
    private final SweepPace pace;
    private final ReconciliationSettings settings;
    private final ReconciliationMetrics metrics;
    private final Clock clock;
    private final long firstScheduledNanos;

    Reconciliation(
            Runs runs,
            RunLease lease,
            ReconcileAccounts accounts,
            ReconcileSelections selections,
            ReconcileEvents events,
            SweepPace pace,
            ReconciliationSettings settings,
            ReconciliationMetrics metrics,
            Clock clock) {
        this.runs = runs;
        this.lease = lease;
        this.accounts = accounts;
        this.selections = selections;
        this.events = events;
        this.pace = pace;
        this.settings = settings;
        this.metrics = metrics;
        this.clock = clock;
        // A worker that comes up has other things to do first.
        this.firstScheduledNanos = System.nanoTime() + settings.interval().toNanos();
    }

    /** Does all that is to be done, unless another worker does it. */
    void run() throws SQLException, InterruptedException {
        requestDue();
        if (runs.next(isQuiet()).isEmpty()) {
            return;
        }
        OptionalLong term = lease.takeIfFree();
        if (term.isEmpty()) {
            return;
        }
        long epoch = term.getAsLong();
        try {
            Optional<Run> next = runs.next(isQuiet());
            while (next.isPresent()) {
                goOn(next.get(), epoch);
                requestDue();
                next = runs.next(isQuiet());
            }
        } finally {
            lease.free(epoch);
        }
    }

    private LocalTime time() {
        return LocalTime.now(clock.withZone(ZoneOffset.UTC));
    }

    private boolean isQuiet() {
        return settings.isQuiet(time());
    }

    private void requestDue() throws SQLException {
        if (System.nanoTime() - firstScheduledNanos < 0) {
            return;
        }
        runs.requestDue(
                Mode.INCREMENTAL,
                "every " + settings.interval().toSeconds() + " s",
                settings.interval().toSeconds());
        if (isQuiet()) {
            runs.requestDue(Mode.FULL, "in the quiet hours", BETWEEN_SWEEPS.toSeconds());
        }
    }

    private void goOn(Run run, long epoch) throws SQLException, InterruptedException {
        if (!run.isStarted()) {
            runs.start(run, epoch, settings.mostEvents());
            return;
        }
        try {
            Examined seen = examine(run, () -> lease.keep(epoch));
            runs.advance(run, epoch, seen, Instant.now(clock).toString());
            report(run, seen);
        } catch (SQLException | KafkaException failure) {
            noteFailure(run, failure);
            throw failure;
        }
        if (run.isSweep()) {
            Thread.sleep(pace.pause(settings.quietLeft(time())));
            lease.keep(epoch);
        }
    }

    private Examined examine(Run run, Slices.KeepAlive keepAlive) throws SQLException, InterruptedException {
        return switch (run.step()) {
            case ACCOUNTS -> accounts.next(run, keepAlive);
            case SELECTIONS -> selections.next(run, keepAlive);
            case EVENTS -> {
                // A broker that is away must not keep balances from being looked at.
                if (run.attempts() >= MOST_EVENT_ATTEMPTS) {
                    LOG.warn("Run {} leaves the events out: the broker did not answer", run.runId());
                    yield new Examined(null, 0, 0, List.of(), 1, null);
                }
                yield events.all(run, keepAlive);
            }
        };
    }

    private void report(Run run, Examined seen) {
        metrics.read(run.step(), seen.rowsRead());
        for (Drift drift : seen.drifts()) {
            LOG.warn("Run {} found {} of {}", run.runId(), drift.kind(), drift.subject());
        }
        if (seen.position() == null && run.step() == Step.EVENTS) {
            LOG.info("Run {} ({}) has ended", run.runId(), run.mode());
        }
    }

    private void noteFailure(Run run, Exception failure) {
        try {
            runs.noteFailure(run, failure);
        } catch (SQLException unwritable) {
            failure.addSuppressed(unwritable);
        }
    }
}
