package matchnight.bets.bet;

import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import org.jspecify.annotations.Nullable;

/**
 * One leg of a bet.
 *
 * @param priceAsked the price the client sent, in the market's form
 * @param price the price the bet stands at
 * @param outcome how the leg was graded by the bet's newest settlement; null while that has not decided it
 */
public record LegView(
        MarketId marketId,
        SelectionId selectionId,
        EventId eventId,
        String priceAsked,
        String price,
        @Nullable EachWayTerms eachWay,
        @Nullable Outcome outcome) {

    /**
     * How a leg ended.
     *
     * @param result as the result event names it
     * @param factor what the leg multiplies its lines by, an exact fraction
     */
    public record Outcome(String result, @Nullable String factor) {}
}
