package matchnight.bench.night;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Betting;
import matchnight.ledger.money.Money;

/** People betting: who, on what and how much is chosen anew for every bet, by its number alone. */
final class BetStream {

    private final Betting betting;
    private final Bettors bettors;
    private final Board board;
    private final Purse purse;
    private final PlacementLog log;
    private final AtomicLong keys = new AtomicLong();
    private final long seed;

    BetStream(Betting betting, Bettors bettors, Board board, Purse purse, PlacementLog log, long seed) {
        this.betting = betting;
        this.bettors = bettors;
        this.board = board;
        this.purse = purse;
        this.log = log;
        this.seed = seed;
    }

    /** Places one bet of anybody's that was due at this time, and records how long its answer took from then on. */
    void placeAny(long number, long dueNanos, LatencyLog latencies) {
        BetOutcome outcome = place(anyBet(new SplittableRandom(seed + number)));
        latencies.record(dueNanos, outcome.answeredNanos());
    }

    /** Places one bet of anybody's, now. */
    void placeAny(long number) {
        place(anyBet(new SplittableRandom(seed + number)));
    }

    /** Places a certain bet at the price on the board. */
    BetOutcome place(String accountId, PlannedMarket market, PlannedSelection selection, Money stake) {
        return place(request(accountId, market, selection, stake, "NONE"));
    }

    private BetOutcome place(BetRequest request) {
        BetOutcome outcome = betting.place(request);
        log.add(outcome);
        return outcome;
    }

    private BetRequest anyBet(RandomGenerator random) {
        boolean spends = random.nextInt(10) == 0;
        String accountId = Board.anyOf(spends ? bettors.spenders() : bettors.regulars(), random);
        PlannedMarket market = board.anyMarket(random);
        PlannedSelection selection = Board.anyOf(market.selections(), random);
        String priceChange = random.nextInt(4) == 0 ? "HIGHER" : "NONE";
        return request(accountId, market, selection, purse.anyStake(random), priceChange);
    }

    private BetRequest request(
            String accountId, PlannedMarket market, PlannedSelection selection, Money stake, String priceChange) {
        return new BetRequest(
                accountId,
                "night-" + keys.incrementAndGet(),
                market.marketId(),
                selection.selectionId(),
                board.price(market, selection).text(),
                stake,
                priceChange);
    }
}
