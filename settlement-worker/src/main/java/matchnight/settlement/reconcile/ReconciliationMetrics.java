package matchnight.settlement.reconcile;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** What reconciliation costs on this worker, and what all workers know of it. */
final class ReconciliationMetrics {

    private final Map<Step, Counter> rowsRead = new EnumMap<>(Step.class);
    private final Timer slices;
    private final Timer gaveWay;
    private final AtomicReference<DriftReading.State> newest = new AtomicReference<>(DriftReading.State.UNKNOWN);

    ReconciliationMetrics(MeterRegistry registry) {
        for (Step step : Step.values()) {
            rowsRead.put(
                    step,
                    Counter.builder("reconciliation_rows_read")
                            .description("Entries, bets, legs and outbox rows that reconciliation has read")
                            .tag("step", step.name())
                            .register(registry));
        }
        this.slices = Timer.builder("reconciliation_slice_seconds")
                .description("How long a slice of accounts or markets took to look at")
                .register(registry);
        this.gaveWay = Timer.builder("reconciliation_gave_way_seconds")
                .description("How long reconciliation waited because placements did")
                .register(registry);
        Gauge.builder("ledger_drift_accounts", newest, state -> state.get().driftingAccounts())
                .description(
                        "Accounts with an open incident that their balance, their entries and their open bets disagree")
                .strongReference(true)
                .register(registry);
        for (DriftKind kind : DriftKind.values()) {
            Gauge.builder(
                            "reconciliation_open_incidents",
                            newest,
                            state -> state.get().openIncidents().getOrDefault(kind, 0L))
                    .description("Open incidents of drift, by what drifted")
                    .tag("kind", kind.name())
                    .strongReference(true)
                    .register(registry);
        }
        for (Mode mode : Mode.values()) {
            registerRuns(registry, mode);
        }
    }

    private void registerRuns(MeterRegistry registry, Mode mode) {
        Gauge.builder(
                        "reconciliation_last_run_age_seconds",
                        newest,
                        state -> state.get().lastRun(mode).ageSeconds())
                .description("Since the newest run of the mode ended; not a number before the first")
                .tag("mode", mode.name())
                .strongReference(true)
                .register(registry);
        Gauge.builder(
                        "reconciliation_last_run_duration_seconds",
                        newest,
                        state -> state.get().lastRun(mode).durationSeconds())
                .description("How long the newest run of the mode that ended took; not a number before the first")
                .tag("mode", mode.name())
                .strongReference(true)
                .register(registry);
        Gauge.builder(
                        "reconciliation_last_run_left_out",
                        newest,
                        state -> state.get().lastRun(mode).leftOut())
                .description(
                        "What the newest run of the mode that ended could not look at; not a number before the first")
                .tag("mode", mode.name())
                .strongReference(true)
                .register(registry);
    }

    void slice(Duration took) {
        slices.record(took.toNanos(), TimeUnit.NANOSECONDS);
    }

    void gaveWay(Duration waited) {
        if (waited.toMillis() > 0) {
            gaveWay.record(waited.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    void read(Step step, long rows) {
        Counter counter = rowsRead.get(step);
        if (counter != null) {
            counter.increment((double) rows);
        }
    }

    void show(DriftReading.State state) {
        newest.set(state);
    }
}
