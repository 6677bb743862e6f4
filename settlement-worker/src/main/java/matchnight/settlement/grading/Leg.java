package matchnight.settlement.grading;

import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * One leg of a bet, as it was accepted.
 *
 * @param number counts from 1 within the bet
 * @param eachWay on all legs of a bet or on none
 */
public record Leg(
        int number,
        MarketId marketId,
        SelectionId selectionId,
        Price price,
        @Nullable EachWay eachWay,
        boolean bestOddsGuaranteed) {}
