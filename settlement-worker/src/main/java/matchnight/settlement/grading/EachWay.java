package matchnight.settlement.grading;

import matchnight.ledger.money.Rational;

/**
 * The terms of a place part, as the bet stored them.
 *
 * @param fraction of the win price's winnings that a place pays
 * @param places how many positions count as placed
 */
public record EachWay(Rational fraction, int places) {}
