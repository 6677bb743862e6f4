package matchnight.bets.market;

import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * One answer of a market that can be bet on.
 *
 * @param eachWay the place terms; null where only wins can be bet on
 */
public record Selection(
        SelectionId selectionId,
        String name,
        Price price,
        OpenOrSuspended status,
        @Nullable EachWayTerms eachWay) {}
