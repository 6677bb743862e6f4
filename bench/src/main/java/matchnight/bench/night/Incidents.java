package matchnight.bench.night;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import matchnight.bench.night.PlannedMarket.Part;
import matchnight.ledger.money.Price;

/**
 * What happens during matches: goals, at which betting on a match or one of its markets is suspended for a moment, and prices that
 * move on the markets that are open longest.
 */
final class Incidents {

    private static final int GOALS = 12;
    private static final Duration SUSPENDED_FOR = Duration.ofMillis(700);
    private static final Duration PRICES_MOVE_EVERY = Duration.ofMillis(900);

    private final Stage stage;
    private final NightPlan plan;
    private final Board board;
    private final GateLog gates;
    private final SplittableRandom random;

    Incidents(Stage stage, NightPlan plan, Board board, GateLog gates, long seed) {
        this.stage = stage;
        this.plan = plan;
        this.board = board;
        this.gates = gates;
        this.random = new SplittableRandom(seed);
    }

    /** Goals spread over the time given; returns when the last suspension is over. */
    void scoreGoals(Duration over) throws InterruptedException {
        List<PlannedEvent> events = plan.eventsOf(Part.OF_THE_NIGHT);
        long pauseMillis = Math.max(0, over.toMillis() / GOALS - SUSPENDED_FOR.toMillis());
        for (int goal = 0; goal < GOALS; goal++) {
            PlannedEvent event = Board.anyOf(events, random);
            if (goal % 2 == 0) {
                gates.add(stage.trading().suspendEvent(event.eventId()));
                Thread.sleep(SUSPENDED_FOR);
                gates.add(stage.trading().openEvent(event.eventId()));
            } else {
                String marketId = Board.anyOf(event.markets(), random).marketId();
                gates.add(stage.trading().suspendMarket(marketId));
                Thread.sleep(SUSPENDED_FOR);
                gates.add(stage.trading().openMarket(marketId));
            }
            Thread.sleep(pauseMillis);
        }
    }

    /** Moves the late markets' prices until told to stop. */
    void movePrices(AtomicBoolean goesOn) throws InterruptedException {
        for (long version = 1; goesOn.get(); version++) {
            PlannedMarket market = Board.anyOf(board.late(), random);
            Map<String, Price> prices = new HashMap<>();
            market.selections()
                    .forEach(selection -> prices.put(
                            selection.selectionId(),
                            Price.of("%d.%02d".formatted(2 + random.nextInt(3), random.nextInt(100)))));
            stage.trading().movePrices(market.marketId(), version, prices);
            board.show(market.marketId(), prices);
            Thread.sleep(PRICES_MOVE_EVERY);
        }
    }
}
