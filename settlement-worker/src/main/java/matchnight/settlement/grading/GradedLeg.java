package matchnight.settlement.grading;

import java.util.List;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.Rule4;

/**
 * How a leg was graded.
 *
 * @param by the event that decided it
 * @param deductions those of the outcome that take from this bet's winnings
 * @param price the one that its factors were computed at: the better of the taken and, where guaranteed, the starting price
 */
public record GradedLeg(
        Leg leg,
        Outcome outcome,
        Cause by,
        List<Rule4> deductions,
        Price price,
        Rational winFactor,
        Rational placeFactor) {

    public boolean isAtStartingPrice() {
        return !price.equals(leg.price());
    }
}
