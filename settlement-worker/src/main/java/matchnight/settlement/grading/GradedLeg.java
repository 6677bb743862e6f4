package matchnight.settlement.grading;

import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.settlement.result.SelectionResult;

/**
 * How a leg was graded.
 *
 * @param by the event that decided it
 * @param price the one that its factors were computed at
 */
public record GradedLeg(
        Leg leg, SelectionResult result, Cause by, Price price, Rational winFactor, Rational placeFactor) {}
