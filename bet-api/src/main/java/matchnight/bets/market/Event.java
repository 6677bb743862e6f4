package matchnight.bets.market;

import matchnight.ledger.market.EventId;

/**
 * What markets belong to, such as a match.
 *
 * @param version raised by opening and suspending it
 */
public record Event(EventId eventId, String name, OpenOrSuspended status, long version) {}
