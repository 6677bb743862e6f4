package matchnight.settlement.plan;

import java.util.List;
import java.util.Map;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.grading.GradedMarket;

/**
 * Bets of one market in (account, bet) order, with the state of every market that one of their legs is on: all of it as one
 * statement saw it.
 */
public record Page(MarketId marketId, List<BetOnPage> bets, Map<MarketId, GradedMarket> markets) {}
