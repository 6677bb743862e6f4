package matchnight.bets.bet;

/**
 * The place part of an each-way leg, as the market offered it at placement.
 *
 * @param fraction of the winnings that a place pays, such as {@code 1/5}
 * @param places how many places pay
 */
public record EachWayTerms(String fraction, int places) {}
