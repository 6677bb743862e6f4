package matchnight.settlement.replay;

import java.util.UUID;
import matchnight.ledger.market.MarketId;

/**
 * Where a market stood when the look at it began.
 *
 * @param version of its newest stored event; 0 without one
 * @param hasEvents whether an event of it is stored
 * @param revision of its job; 0 without one
 * @param earliestBetId no bet of the market has a smaller id
 */
record MarketStanding(MarketId marketId, long version, boolean hasEvents, long revision, UUID earliestBetId) {}
