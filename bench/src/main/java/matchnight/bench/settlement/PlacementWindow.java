package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.load.Tally;
import matchnight.bench.load.WireAnswers;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.ProcessorReading;
import matchnight.bench.placement.Statistics;
import matchnight.bench.product.Metrics;
import matchnight.bench.product.ProductException;
import matchnight.stack.process.Pause;

/**
 * Placement at a fixed rate, due by a schedule, for so long, or for as long as it takes to settle a set. What is due in the first
 * moments, and what is due after the last bet was settled, counts in no latency.
 */
final class PlacementWindow {

    private static final String PLACEMENT_HOLD = "placement_balance_lock_seconds";
    private static final long LEAD_MILLIS = 2_000;
    // What is due while every connection waits is sent when one is free: it must not be left out.
    private static final long TAIL_MILLIS = 2_000;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final double MILLIS_A_SECOND = 1e3;

    private final PlacementRun run;
    private final Workers workers;
    private final SettleSet settling;

    PlacementWindow(PlacementRun run, Workers workers, SettleSet settling) {
        this.run = run;
        this.workers = workers;
        this.settling = settling;
    }

    /**
     * What a window came to.
     *
     * @param latencies of bets from when they were due
     * @param errors answers other than an acceptance, of the whole window
     * @param settledPerSecond 0 where nothing was settled
     */
    record Outcome(
            Latencies latencies,
            long errors,
            long accepted,
            double settledPerSecond,
            double walletP50Seconds,
            double walletP99Seconds,
            double backlogAgeSecondsMax,
            Hold settlementHold,
            Hold placementHold,
            double otherShare) {

        double holdP99Ratio() {
            return Statistics.ratio(settlementHold.p99Millis(), placementHold.p99Millis());
        }
    }

    /** What is done while bets are placed, after the first moments. */
    private interface Meanwhile {
        void run() throws SQLException, IOException;
    }

    /** The metrics of both services at one moment. */
    private record Reading(Metrics placement, List<Metrics> settlement) {}

    private record Loaded(Latencies latencies, Tally tally, double otherShare) {}

    Outcome without(double perSecond, Duration length) throws SQLException, IOException {
        Reading before = read();
        Loaded loaded = load(perSecond, () -> Pause.millis(length.toMillis()));
        return new Outcome(
                loaded.latencies,
                errors(loaded.tally),
                loaded.tally.accepted(),
                0,
                0,
                0,
                0,
                new Hold(0, 0),
                placementHold(before),
                loaded.otherShare);
    }

    Outcome whileSettling(double perSecond, BetSet set, String what) throws SQLException, IOException {
        Reading before = read();
        Loaded loaded;
        double backlogAge;
        try (BacklogWatch watch = BacklogWatch.start(workers)) {
            loaded = load(perSecond, () -> {
                settling.publish(set);
                settling.awaitApplied(set);
            });
            backlogAge = watch.highestSeconds();
        }
        Hold settlementHold = new Hold(
                workers.holdMillisSince(before.settlement, 0.5).orElse(0),
                workers.holdMillisSince(before.settlement, 0.99).orElse(0));
        Hold placementHold = placementHold(before);
        SettledSet settled = settling.check(set, what);
        return new Outcome(
                loaded.latencies,
                errors(loaded.tally),
                loaded.tally.accepted(),
                settled.perSecond(),
                settled.walletP50Seconds(),
                settled.walletP99Seconds(),
                backlogAge,
                settlementHold,
                placementHold,
                loaded.otherShare);
    }

    private Loaded load(double perSecond, Meanwhile meanwhile) throws SQLException, IOException {
        LatencyLog log = new LatencyLog(System.nanoTime());
        AtomicBoolean enough = new AtomicBoolean();
        WireAnswers recorder = answer -> {
            if (answer.isDecided()) {
                log.record(answer.dueNanos(), answer.answeredNanos());
            }
        };
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Tally> load = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return run.offerUntil(perSecond, LONGEST, enough::get, recorder);
                        } catch (IOException broken) {
                            throw new ProductException("The load broke off", broken);
                        }
                    },
                    thread);
            try {
                Pause.millis(LEAD_MILLIS);
                ProcessorReading earlier = run.readProcessors();
                int from = log.secondOf(System.nanoTime());
                meanwhile.run();
                int to = Math.max(from + 1, log.secondOf(System.nanoTime()));
                double others = run.readProcessors().since(earlier).otherShare();
                Pause.millis(TAIL_MILLIS);
                enough.set(true);
                Tally tally = load.join();
                return new Loaded(log.between(from, to), tally, others);
            } finally {
                enough.set(true);
            }
        }
    }

    private static long errors(Tally tally) {
        return tally.outcomes().values().stream().mapToLong(Long::longValue).sum() - tally.accepted();
    }

    private Reading read() throws IOException {
        return new Reading(run.metrics(), workers.metrics());
    }

    private Hold placementHold(Reading before) throws IOException {
        Metrics now = run.metrics();
        return new Hold(
                MILLIS_A_SECOND
                        * now.percentileSince(before.placement, PLACEMENT_HOLD, 0.5)
                                .orElse(0),
                MILLIS_A_SECOND
                        * now.percentileSince(before.placement, PLACEMENT_HOLD, 0.99)
                                .orElse(0));
    }
}
