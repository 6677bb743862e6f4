package matchnight.bench.placement;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.Phase;
import matchnight.bench.load.Tally;
import matchnight.bench.load.WireAnswer;
import matchnight.bench.product.GateChange;
import matchnight.bench.product.Product;
import matchnight.bench.product.ProductException;
import matchnight.bench.product.Trading;
import matchnight.bench.report.Target;
import matchnight.stack.DatabaseRole;
import matchnight.stack.process.Pause;

/** At the knee, half of the bets on an event with 300 markets, the event is suspended and opened in turn. */
final class Suspends {

    private static final Target P99 = Target.atMost(50).wanting(20);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 60;
    private static final double NANOS_A_MILLI = 1e6;

    /** From when a suspend had answered to when the next open was sent: nothing sent in it may be accepted. */
    private record Shut(long fromNanos, long toNanos) {

        boolean holds(long nanos) {
            return nanos - fromNanos > 0 && nanos - toNanos < 0;
        }
    }

    private final PlacementRun run;
    private final Trading trading;
    private final List<Double> answeredMillis = new ArrayList<>();
    private final List<Shut> shut = new ArrayList<>();
    private final List<Long> acceptedOnTheEvent = new ArrayList<>();

    private Suspends(PlacementRun run, Trading trading) {
        this.run = run;
        this.trading = trading;
    }

    static void run(PlacementRun run) throws IOException {
        Product product = new Product(
                run.stack().betApi(),
                run.stack().betApi(),
                run.stack().stack().kafka().bootstrapServers(),
                (DatabaseRole role) -> run.stack().product(role),
                run.stack().stack().tokens());
        try (HttpClient desk = new HttpClient(run.stack().betApi(), 1, ANSWER_LIMIT)) {
            new Suspends(run, new Trading(desk, product)).suspendUnderLoad();
        }
    }

    private void suspendUnderLoad() throws IOException {
        Phase phase = Phase.ofMillis(0, run.times().suspendMillis());
        Tally others;
        Tally onTheEvent;
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            var desk = CompletableFuture.runAsync(this::suspendAndOpen, threads);
            var onIt = CompletableFuture.supplyAsync(() -> betOnTheEvent(phase), threads);
            others = run.saturate(run.kneeInFlight() / 2, phase);
            onTheEvent = onIt.join();
            desk.join();
        }
        report(others, onTheEvent);
        run.awaitRelay();
    }

    private Tally betOnTheEvent(Phase phase) {
        try {
            return run.closed(
                    run.kneeInFlight() / 2,
                    phase,
                    run.bettors().usual(),
                    Slip.singles(Population.wideEventMarkets()),
                    this::note);
        } catch (IOException broken) {
            throw new ProductException("The load on the event broke off", broken);
        }
    }

    private void note(WireAnswer answer) {
        if (answer.isAccepted()) {
            acceptedOnTheEvent.add(answer.sentNanos());
        }
    }

    private void suspendAndOpen() {
        long endNanos = System.nanoTime()
                + Duration.ofMillis(run.times().suspendMillis()).toNanos();
        while (System.nanoTime() < endNanos) {
            GateChange suspended = trading.suspendEvent(Population.WIDE_EVENT);
            answeredMillis.add(suspended.took().toNanos() / NANOS_A_MILLI);
            Pause.millis(PAUSE_MILLIS);
            GateChange opened = trading.openEvent(Population.WIDE_EVENT);
            shut.add(new Shut(suspended.answeredNanos(), opened.sentNanos()));
            Pause.millis(PAUSE_MILLIS);
        }
    }

    private void report(Tally others, Tally onTheEvent) {
        long late = acceptedOnTheEvent.stream()
                .filter(sent -> shut.stream().anyMatch(time -> time.holds(sent)))
                .count();
        double p50 = Statistics.percentile(answeredMillis, 50);
        double p99 = Statistics.percentile(answeredMillis, 99);
        run.progress()
                .say("  %d suspends: p50 %.1f, p99 %.1f ms; on the event %s, others %s"
                        .formatted(answeredMillis.size(), p50, p99, onTheEvent.outcomes(), others.outcomes()));
        run.add("suspendAnsweredP50Millis", p50, "ms");
        run.add("suspendAnsweredP99Millis", p99, "ms", P99);
        run.addCount("suspends", answeredMillis.size(), "1");
        run.add("suspendBetsPerSecond", others.acceptedPerSecond() + onTheEvent.acceptedPerSecond(), "bets/s");
        run.add("suspendOthersP99Millis", others.latencies().p99Millis(), "ms");
        run.check(
                "no bet that was sent after a suspend had answered was accepted",
                late == 0 && !acceptedOnTheEvent.isEmpty() && onTheEvent.count("MARKET_NOT_OPEN") > 0,
                "%d suspends, %d bets accepted on the event, %d of them late; by outcome: %s"
                        .formatted(answeredMillis.size(), acceptedOnTheEvent.size(), late, onTheEvent.outcomes()));
    }
}
