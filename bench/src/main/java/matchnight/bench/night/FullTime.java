package matchnight.bench.night;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import matchnight.bench.night.PlannedMarket.Part;
import matchnight.bench.product.GateChange;
import matchnight.bench.product.ResultMessage;

/**
 * All the matches end within seconds of one another: each is suspended, its markets are closed, and its results go out. Every
 * third result goes through a person's hands, every fifth is delivered twice, one is wrong, and one market is abandoned with its
 * gate still open, so that the result itself must shut it.
 */
final class FullTime {

    /** The transaction_timeout of the role that places bets. */
    private static final Duration LONGEST_PLACEMENT = Duration.ofSeconds(3);

    private static final Duration FROM_WHISTLE_TO_RESULT = Duration.ofMillis(150);

    private final Stage stage;
    private final NightPlan plan;
    private final Board board;
    private final GateLog gates;
    private final SettledState settled;
    private final Map<String, Long> published = new ConcurrentHashMap<>();

    FullTime(Stage stage, NightPlan plan, Board board, GateLog gates, SettledState settled) {
        this.stage = stage;
        this.plan = plan;
        this.board = board;
        this.gates = gates;
        this.settled = settled;
    }

    /** Blows every whistle within this time and returns when the last result is out. */
    void blowTheWhistles(Duration within, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Callable<Boolean>> endings = new ArrayList<>();
        for (PlannedEvent event : plan.eventsOf(Part.OF_THE_NIGHT)) {
            long afterMillis = random.nextLong(within.toMillis());
            endings.add(() -> {
                Thread.sleep(afterMillis);
                return end(event);
            });
        }
        endings.add(() -> {
            Thread.sleep(within.dividedBy(2));
            return abandon();
        });
        SideBySide.run(endings.size(), endings);
    }

    private boolean end(PlannedEvent event) throws InterruptedException {
        gates.add(stage.trading().suspendEvent(event.eventId()));
        for (PlannedMarket market : event.markets()) {
            gates.add(stage.trading().closeMarket(market.marketId()));
        }
        board.isOver(event);
        Thread.sleep(FROM_WHISTLE_TO_RESULT);
        for (PlannedMarket market : event.markets()) {
            boolean mistaken = market.equals(plan.mistakenMarket());
            publish(mistaken ? market.wrongResult(1, Instant.now()) : market.result(1, Instant.now()));
        }
        return true;
    }

    private boolean abandon() {
        for (PlannedMarket market : plan.marketsOf(Part.ABANDONED)) {
            gates.add(shutByResult(market.result(1, Instant.now())));
        }
        return true;
    }

    /**
     * Lets a result shut its market's gate: answered when it is stored. A placement that had read "open" just before may
     * still be accepted while its transaction lasts, so that the database's clock judges from then on.
     */
    private GateChange shutByResult(ResultMessage result) {
        Instant sentAt = Instant.now();
        long sentNanos = System.nanoTime();
        publish(result);
        settled.awaitStored(result.marketId(), result.version());
        Instant lastPlacementEnded = Instant.now().plus(LONGEST_PLACEMENT);
        return new GateChange(result.marketId(), false, sentNanos, sentAt, System.nanoTime(), lastPlacementEnded, 0);
    }

    /** Publishes the true result of the market that was told wrong. */
    void correct() {
        publish(plan.mistakenMarket().result(2, Instant.now()));
    }

    /** Ends the late matches, of which nothing was suspended before. */
    void endTheLateMatches() {
        for (PlannedMarket market : plan.marketsOf(Part.LATE)) {
            gates.add(stage.trading().closeMarket(market.marketId()));
            publish(market.result(1, Instant.now()));
        }
    }

    private void publish(ResultMessage result) {
        int number = Math.floorMod(result.marketId().hashCode(), 15);
        if (number % 3 == 0) {
            stage.results().submit(result);
        } else {
            stage.results().publish(result);
        }
        published.put(result.marketId(), result.version());
        if (number % 5 == 0) {
            stage.results().publish(result);
        }
    }

    /** The newest published version by market. */
    Map<String, Long> published() {
        return Map.copyOf(published);
    }
}
