package matchnight.bets.market;

import java.util.Map;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;

/**
 * A market as it stands.
 *
 * @param version raised by every change of the market, its selections and prices
 * @param pricesVersion the newest version of the price feed that was applied
 * @param eventStatus of its event: both must be open for a bet
 * @param shutByResult the result's version by selection, for those that a result has shut
 */
public record Market(
        MarketId marketId,
        long version,
        long pricesVersion,
        OpenOrSuspended eventStatus,
        MarketTerms terms,
        Map<SelectionId, Long> shutByResult) {

    public Market {
        shutByResult = Map.copyOf(shutByResult);
    }
}
