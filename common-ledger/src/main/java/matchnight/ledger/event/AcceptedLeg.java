package matchnight.ledger.event;

import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import org.jspecify.annotations.Nullable;

/**
 * One leg of an accepted bet.
 *
 * @param priceAsked the price the client saw, in the market's form
 * @param price the price it was accepted at, in the market's form
 */
public record AcceptedLeg(
        MarketId marketId,
        SelectionId selectionId,
        EventId eventId,
        String priceAsked,
        String price,
        @Nullable EachWay eachWay) {

    /** The place part's terms: which fraction of the winnings it pays, down to which place. */
    public record EachWay(String fraction, int places) {}
}
