package matchnight.bench.night;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import matchnight.bench.fixture.Night;
import matchnight.bench.load.ArrivalSchedule;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.load.OpenLoop;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.Metrics;
import matchnight.bench.product.Product;
import matchnight.bench.product.ProductException;
import matchnight.bench.product.PublishedEvents;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.money.Money;
import matchnight.stack.DatabaseRole;
import org.jspecify.annotations.Nullable;

/** Plays one night on a running product that nobody else uses, from the first account to the last proof. */
final class PlayNight {

    private static final long SEED = 20120513;
    private static final int CALIBRATING_CLIENTS = 8;
    private static final double SHARE_OF_THE_CALIBRATED_RATE = 0.35;
    private static final double RATE_MIN = 25;
    private static final double RATE_MAX = 200;
    private static final int BETS_UNDER_WAY_MAX = 2_000;
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(60);
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(30);
    private static final Duration PUBLISHED_WITHIN = Duration.ofSeconds(20);

    private final Stage stage;
    private final NightPlan plan;
    private final NightTimes times;
    private final PrintStream out;
    private final Bettors bettors = Bettors.standard();
    private final Purse purse;
    private final Board board;
    private final GateLog gates = new GateLog();
    private final PlacementLog log = new PlacementLog();
    private final Probes probes = new Probes();
    private final BetStream stream;
    private final SettledState settled;
    private final FullTime fullTime;
    private final AtomicBoolean pricesMove = new AtomicBoolean(true);
    private final List<LastProof> lastProofs;
    private volatile String scene = "";

    private PlayNight(Stage stage, Night night, NightTimes times, PrintStream out, List<LastProof> lastProofs)
            throws SQLException {
        this.stage = stage;
        this.lastProofs = lastProofs;
        this.plan = NightPlan.of(night, Instant.now());
        this.times = times;
        this.out = out;
        this.purse = new Purse(night.currency());
        this.board = new Board(plan);
        this.stream = new BetStream(stage.betting(), bettors, board, purse, log, SEED);
        this.settled = new SettledState(stage.product());
        this.fullTime = new FullTime(stage, plan, board, gates, settled);
    }

    /**
     * Plays the night and judges it.
     *
     * @throws ProductException if the product did not do something without which the night cannot go on
     */
    static NightReport play(
            Product product, Night night, NightTimes times, PrintStream out, List<LastProof> lastProofs) {
        try (Stage stage = new Stage(product)) {
            return new PlayNight(stage, night, times, out, lastProofs).play();
        } catch (SQLException failed) {
            throw new ProductException("The database does not answer", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ProductException("Interrupted", interrupted);
        }
    }

    private NightReport play() throws SQLException, InterruptedException {
        try (settled) {
            openTheDoors();
            double rate = calibrate();
            Played played = stream(rate);
            endTheNight();
            return judge(played);
        }
    }

    private void openTheDoors() {
        OpenTheDoors doors = new OpenTheDoors(stage, purse);
        doors.putUp(plan);
        say(
                "%d markets of %d matches are open; kick-offs moved to now",
                plan.markets().count(), plan.events().size());
        doors.letIn(bettors, plan.night().selectionCount());
        say("%d accounts have money", bettors.count());
        probes.place(plan, stream, bettors, purse);
        say("One bet of exactly 10 stands on each of the night's %d selections", probes.count());
    }

    /** A few clients bet as fast as they are answered; the stream then comes at a fraction of that. */
    private double calibrate() {
        AtomicLong numbers = new AtomicLong(1_000_000);
        long begunNanos = System.nanoTime();
        long endNanos = begunNanos + times.calibration().toNanos();
        List<Callable<Boolean>> clients = new ArrayList<>();
        for (int client = 0; client < CALIBRATING_CLIENTS; client++) {
            clients.add(() -> {
                while (System.nanoTime() < endNanos) {
                    stream.placeAny(numbers.incrementAndGet());
                }
                return true;
            });
        }
        SideBySide.run(CALIBRATING_CLIENTS, clients);
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        double reached = (numbers.get() - 1_000_000) / seconds;
        double rate = Math.clamp(SHARE_OF_THE_CALIBRATED_RATE * reached, RATE_MIN, RATE_MAX);
        say(
                "%d clients reached %.0f bets/s still cold; the night comes at %.0f/s, each due at its own time",
                CALIBRATING_CLIENTS, reached, rate);
        return rate;
    }

    /** What the stream came to; seconds count from its start. */
    private record Played(
            LatencyLog latencies,
            Readings readings,
            int burstFrom,
            int burstTo,
            int end,
            double settlementSeconds,
            long settledInBurst,
            boolean overrun) {}

    private Played stream(double rate) throws SQLException, InterruptedException {
        out.println();
        out.print(ExitCriteria.stated());
        out.println();
        long startNanos = System.nanoTime();
        LatencyLog latencies = new LatencyLog(startNanos);
        scene = "betting";
        try (Readings readings = Readings.start(stage, startNanos);
                ExecutorService scenes = Executors.newVirtualThreadPerTaskExecutor();
                OpenLoop loop = OpenLoop.start(
                        new ArrivalSchedule(rate, SEED),
                        BETS_UNDER_WAY_MAX,
                        (number, dueNanos) -> stream.placeAny(number, dueNanos, latencies))) {
            Incidents incidents = new Incidents(stage, plan, board, gates, SEED);
            Future<?> prices = scenes.submit(() -> movePrices(incidents));
            Future<?> ticker = scenes.submit(() -> tick(startNanos, latencies, readings, loop));
            Played played = act(startNanos, latencies, readings, incidents, scenes, loop);
            pricesMove.set(false);
            ended(prices);
            scene = "";
            ended(ticker);
            return played;
        }
    }

    private Played act(
            long startNanos,
            LatencyLog latencies,
            Readings readings,
            Incidents incidents,
            ExecutorService scenes,
            OpenLoop loop)
            throws InterruptedException {
        Future<?> goals = scenes.submit(() -> scoreGoals(incidents));
        sleepUntil(startNanos + times.betting().toNanos());
        ended(goals);

        scene = "full time";
        int burstFrom = latencies.secondOf(System.nanoTime());
        long whistleNanos = System.nanoTime();
        long settledBefore = settled.settlements();
        fullTime.blowTheWhistles(times.whistles(), SEED);
        scene = "settling";
        awaitApplied();
        double settlementSeconds = (System.nanoTime() - whistleNanos) / 1e9;
        int burstTo = latencies.secondOf(System.nanoTime()) + 1;
        long settledInBurst = settled.settlements() - settledBefore;

        scene = "settled; correcting";
        fullTime.correct();
        awaitApplied();
        scene = "winners bet again";
        Future<?> winners = scenes.submit(this::betAgain);
        sleepUntil(Math.max(
                System.nanoTime(),
                whistleNanos + times.whistles().plus(times.aftermath()).toNanos()));
        boolean answered = loop.stop(ANSWERED_WITHIN);
        ended(winners);
        int end = latencies.secondOf(System.nanoTime());
        return new Played(
                latencies,
                readings,
                burstFrom,
                burstTo,
                end,
                settlementSeconds,
                settledInBurst,
                loop.isOverrun() || !answered);
    }

    private boolean movePrices(Incidents incidents) throws InterruptedException {
        incidents.movePrices(pricesMove);
        return true;
    }

    private boolean scoreGoals(Incidents incidents) throws InterruptedException {
        incidents.scoreGoals(times.betting().multipliedBy(8).dividedBy(10));
        return true;
    }

    /** Those who came with little stake what they have now, winnings and all. */
    private void betAgain() {
        List<Callable<Boolean>> bets = new ArrayList<>();
        for (String spender : bettors.spenders()) {
            bets.add(() -> {
                Money available = stage.wallet().available(spender);
                PlannedMarket market = board.late().getLast();
                if (available.compareTo(purse.majorUnits(1)) >= 0) {
                    Money stake = available.compareTo(purse.majorUnits(500)) > 0 ? purse.majorUnits(500) : available;
                    stream.place(spender, market, market.selections().getFirst(), stake);
                }
                return true;
            });
        }
        SideBySide.run(CALIBRATING_CLIENTS, bets);
    }

    private void endTheNight() throws InterruptedException {
        fullTime.endTheLateMatches();
        awaitApplied();
        say("The late matches are over and settled; one is still open");
    }

    private void awaitApplied() throws InterruptedException {
        long deadline = System.nanoTime() + SETTLED_WITHIN.toNanos();
        while (!settled.isApplied(fullTime.published())) {
            if (System.nanoTime() > deadline) {
                throw new ProductException(
                        "Not all results were settled within " + SETTLED_WITHIN.toSeconds() + " s", null);
            }
            Thread.sleep(50);
        }
    }

    private boolean tick(long startNanos, LatencyLog latencies, Readings readings, OpenLoop loop)
            throws InterruptedException {
        for (int second = 1; !scene.isEmpty(); second++) {
            sleepUntil(startNanos + Duration.ofSeconds(second).toNanos());
            Latencies last = latencies.between(second - 1, second);
            Readings.Reading reading = readings.latest();
            say(
                    "%3d s  %6d bets %5d refused %5d under way  p99 %s ms  backlog %4.1f s  waiting for locks %d  %s",
                    second,
                    log.accepted(),
                    log.refused(),
                    loop.underWay(),
                    last.count() == 0 ? "     -" : String.format(Locale.ROOT, "%6.1f", last.p99Millis()),
                    reading.backlogAgeSeconds(),
                    reading.lockWaiters(),
                    scene);
        }
        return true;
    }

    private NightReport judge(Played played) throws SQLException {
        say("Judging: reading back %d bets and every event", log.accepted());
        try (Connection reader = stage.product().database().connect(DatabaseRole.READER);
                PublishedEvents events = new PublishedEvents(stage.product())) {
            events.readUntil(OutboxCount.read(reader), PUBLISHED_WITHIN);
            List<StoredBet> stored = StoredBet.readAll(reader);
            List<BetOutcome> outcomes = log.all();
            List<Probes.Seen> seen = probes.look(stage.betting());
            List<Finding> findings = new NightProofs(plan, outcomes, stored).all(reader, gates, seen, events);
            for (LastProof proof : lastProofs) {
                findings.add(proof.check());
            }
            NightReport report = report(played, stored, seen, findings);
            out.print(NightSummary.of(report, played.burstFrom(), played.burstTo()));
            return report;
        }
    }

    private NightReport report(Played played, List<StoredBet> stored, List<Probes.Seen> seen, List<Finding> findings) {
        Latencies before = played.latencies().between((int) times.warmUp().toSeconds(), played.burstFrom());
        Latencies burst = played.latencies().between(played.burstFrom(), played.burstTo());
        List<BetOutcome> unexpected = log.unexpected();
        if (played.overrun()) {
            say(
                    "The stream broke off: %d bets were under way at one time, or some were never answered",
                    BETS_UNDER_WAY_MAX);
        }
        unexpected.stream()
                .limit(5)
                .forEach(outcome -> say(
                        "Unexpected: %s for %s on %s after %d attempts",
                        outcome.code(),
                        outcome.request().key(),
                        outcome.request().marketId(),
                        outcome.attempts()));
        List<Criterion> criteria = ExitCriteria.check(new ExitCriteria.Measured(
                burst.p99Millis(),
                played.readings().highestBacklogAgeSeconds(),
                (double) log.accepted() / log.offered(),
                burst.count(),
                unexpected.size() + (played.overrun() ? 1 : 0),
                played.readings().unansweredCount()));
        String corrected = plan.mistakenMarket().marketId();
        return new NightReport(
                plan.night().label(),
                criteria.stream().allMatch(Criterion::ok) && findings.stream().allMatch(Finding::ok),
                criteria,
                new NightReport.Bets(log.offered(), log.accepted(), log.rejectedByCode()),
                seen.stream().map(NightReport.Selection::of).toList(),
                new NightReport.Corrected(
                        corrected,
                        stored.stream()
                                .filter(bet -> bet.marketId().equals(corrected) && bet.settlements() >= 2)
                                .count()),
                new NightReport.Placement(before.p50Millis(), before.p99Millis(), burst.p99Millis()),
                new NightReport.Settlement(
                        played.settledInBurst(),
                        rounded(played.settlementSeconds()),
                        rounded(played.readings().highestBacklogAgeSeconds()),
                        balanceLockMillisP99()),
                timeline(played),
                findings);
    }

    private static List<NightReport.Second> timeline(Played played) {
        List<NightReport.Second> seconds = new ArrayList<>();
        for (int second = 0; second <= played.end(); second++) {
            Readings.Reading reading = played.readings().at(second);
            seconds.add(new NightReport.Second(
                    second,
                    played.latencies().between(second, second + 1).p99Millis(),
                    reading.isGap() ? null : rounded(reading.backlogAgeSeconds()),
                    reading.isGap() ? null : reading.lockWaiters()));
        }
        return seconds;
    }

    private @Nullable Double balanceLockMillisP99() {
        try {
            OptionalDouble seconds = Metrics.read(stage.worker()).percentile("settlement_balance_lock_seconds", 0.99);
            return seconds.isPresent() ? rounded(1_000 * seconds.getAsDouble()) : null;
        } catch (IOException noAnswer) {
            return null;
        }
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left));
        }
    }

    private static void ended(Future<?> scene) throws InterruptedException {
        try {
            scene.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ProductException problem
                    ? problem
                    : new ProductException("A scene of the night failed", failed.getCause());
        }
    }

    private void say(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }
}
