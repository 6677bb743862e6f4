package matchnight.settlement.plan;

import java.util.List;
import java.util.Map;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.grading.GradedMarket;

/**
 * Bets of one market in (account, bet) order, with the state of every market that one of their legs is on: all of it as one
 * statement saw it.
 *
 * @param revisions of the jobs of those markets; none of a market that nothing has come for
 */
public record Page(
        MarketId marketId, List<BetOnPage> bets, Map<MarketId, GradedMarket> markets, Map<MarketId, Long> revisions) {

    /** Of markets that nothing has come for, or for somebody who writes nothing. */
    public Page(MarketId marketId, List<BetOnPage> bets, Map<MarketId, GradedMarket> markets) {
        this(marketId, bets, markets, Map.of());
    }

    /** The same state, with other bets. */
    public Page with(List<BetOnPage> others) {
        return new Page(marketId, others, markets, revisions);
    }

    /** Without a bet. */
    public static Page empty(MarketId marketId) {
        return new Page(marketId, List.of(), Map.of());
    }

    /** The first bets of the page, all of them where it has fewer than {@code count}. */
    public Page first(int count) {
        return with(bets.subList(0, Math.min(count, bets.size())));
    }

    /** What follows the first {@code count} bets, at most as many as there are. */
    public Page behind(int count) {
        return with(bets.subList(count, bets.size()));
    }

    /** Whether no bet is on it. */
    public boolean isEmpty() {
        return bets.isEmpty();
    }
}
