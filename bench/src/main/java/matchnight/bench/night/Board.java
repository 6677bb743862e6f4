package matchnight.bench.night;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import matchnight.bench.night.PlannedMarket.Part;
import matchnight.ledger.money.Price;

/** What bettors see: prices, which may be a moment old, and which matches are over. Safe for many threads. */
final class Board {

    private static final double SHARE_OF_THE_NIGHT = 0.80;
    private static final double SHARE_OF_THE_ABANDONED = 0.03;

    /** So many of those who had a finished match in mind bet on it all the same, and must be refused. */
    private static final double SHARE_THAT_DID_NOT_NOTICE = 0.06;

    private final List<PlannedMarket> night;
    private final List<PlannedMarket> abandoned;
    private final List<PlannedMarket> late;
    private final Map<String, Map<String, Price>> prices = new ConcurrentHashMap<>();
    private final Set<String> over = ConcurrentHashMap.newKeySet();

    Board(NightPlan plan) {
        this.night = plan.marketsOf(Part.OF_THE_NIGHT);
        this.abandoned = plan.marketsOf(Part.ABANDONED);
        this.late = plan.markets()
                .filter(market -> market.part() == Part.LATE || market.part() == Part.STILL_OPEN)
                .toList();
        plan.markets().forEach(market -> {
            Map<String, Price> bySelection = new ConcurrentHashMap<>();
            market.selections().forEach(selection -> bySelection.put(selection.selectionId(), selection.price()));
            prices.put(market.marketId(), bySelection);
        });
    }

    Price price(PlannedMarket market, PlannedSelection selection) {
        return Objects.requireNonNull(
                Objects.requireNonNull(prices.get(market.marketId())).get(selection.selectionId()));
    }

    void show(String marketId, Map<String, Price> changed) {
        Objects.requireNonNull(prices.get(marketId)).putAll(changed);
    }

    void isOver(PlannedEvent event) {
        over.add(event.eventId());
    }

    List<PlannedMarket> late() {
        return late;
    }

    /** Where somebody bets next. */
    PlannedMarket anyMarket(RandomGenerator random) {
        PlannedMarket inMind = inMind(random);
        boolean isOver = over.contains(inMind.eventId());
        return isOver && random.nextDouble() >= SHARE_THAT_DID_NOT_NOTICE ? anyOf(late, random) : inMind;
    }

    private PlannedMarket inMind(RandomGenerator random) {
        double share = random.nextDouble();
        if (share < SHARE_OF_THE_NIGHT) {
            return anyOf(night, random);
        }
        return anyOf(share < SHARE_OF_THE_NIGHT + SHARE_OF_THE_ABANDONED ? abandoned : late, random);
    }

    static <T> T anyOf(List<T> choices, RandomGenerator random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
