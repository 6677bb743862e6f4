package matchnight.bets.placement;

import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;

/** Markets and selections as somebody sees them. */
interface MarketReadings {

    boolean knows(MarketId marketId);

    /** The selection; null where its market has none of this id. */
    @Nullable
    GateReading reading(SelectionKey selection);
}
