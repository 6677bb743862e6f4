package matchnight.bench.placement;

import java.io.IOException;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
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

    // By the database's clock, which is this machine's. Bets of the load alone: their ids begin with the time.
    private static final String COUNT_ACCEPTED_WHILE_SHUT = """
            SELECT count(*) AS late
              FROM unnest(?::timestamptz[], ?::timestamptz[]) AS shut (from_answer, to_opening)
              JOIN bet ON bet.accepted_at > shut.from_answer AND bet.accepted_at < shut.to_opening
              JOIN bet_leg USING (bet_id)
             WHERE bet.bet_id >= uuidv7_lower_bound(?::timestamptz)
               AND bet_leg.bet_id >= uuidv7_lower_bound(?::timestamptz)
               AND bet_leg.event_id = ?
            """;

    /**
     * From when a suspend had answered to when the next opening was sent. A bet whose sending and answer both lie in it must not
     * have been accepted; one that was still on its way when the event was opened again may have been, after that.
     */
    private record Shut(GateChange suspended, GateChange opened) {

        boolean covers(OnTheEvent bet) {
            return bet.sentNanos - suspended.answeredNanos() > 0 && bet.answeredNanos - opened.sentNanos() < 0;
        }
    }

    private record OnTheEvent(long sentNanos, long answeredNanos) {}

    private final PlacementRun run;
    private final Trading trading;
    private final List<Double> answeredMillis = new ArrayList<>();
    private final List<Shut> shut = new ArrayList<>();
    private final List<OnTheEvent> acceptedOnTheEvent = new ArrayList<>();

    private Suspends(PlacementRun run, Trading trading) {
        this.run = run;
        this.trading = trading;
    }

    static void run(PlacementRun run) throws SQLException, IOException {
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

    private void suspendUnderLoad() throws SQLException, IOException {
        Instant begunAt = Instant.now();
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
        checkGate(onTheEvent, begunAt);
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
            acceptedOnTheEvent.add(new OnTheEvent(answer.sentNanos(), answer.answeredNanos()));
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
            shut.add(new Shut(suspended, opened));
            Pause.millis(PAUSE_MILLIS);
        }
    }

    private void report(Tally others, Tally onTheEvent) {
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
    }

    private void checkGate(Tally onTheEvent, Instant begunAt) throws SQLException {
        long late = acceptedOnTheEvent.stream()
                .filter(bet -> shut.stream().anyMatch(time -> time.covers(bet)))
                .count();
        long storedLate = countAcceptedWhileShut(begunAt);
        run.check(
                "no bet that was sent after a suspend had answered was accepted",
                late == 0 && storedLate == 0 && !acceptedOnTheEvent.isEmpty() && !shut.isEmpty(),
                "%d suspends, %d bets accepted on the event, %d of them late by the bettors' clock, %d by the database's; by outcome: %s"
                        .formatted(shut.size(), acceptedOnTheEvent.size(), late, storedLate, onTheEvent.outcomes()));
    }

    private long countAcceptedWhileShut(Instant begunAt) throws SQLException {
        try (PreparedStatement statement = run.superuser().prepareStatement(COUNT_ACCEPTED_WHILE_SHUT)) {
            statement.setArray(
                    1, times(shut.stream().map(time -> time.suspended().answeredAt())));
            statement.setArray(2, times(shut.stream().map(time -> time.opened().sentAt())));
            statement.setString(3, begunAt.toString());
            statement.setString(4, begunAt.toString());
            statement.setString(5, Population.WIDE_EVENT);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong("late");
            }
        }
    }

    private Array times(Stream<Instant> instants) throws SQLException {
        return run.superuser()
                .createArrayOf("text", instants.map(Instant::toString).toArray());
    }
}
