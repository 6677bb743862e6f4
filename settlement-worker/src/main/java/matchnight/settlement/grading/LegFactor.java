package matchnight.settlement.grading;

import java.time.Instant;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.settlement.result.DeadHeat;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.Rule4;
import matchnight.settlement.result.SelectionResult;
import matchnight.settlement.result.VoidFactor;
import org.jspecify.annotations.Nullable;

/**
 * What one unit of stake on a leg becomes: in a win line and, where the bet is each-way, in a place line.
 *
 * @param place zero where the bet is not each-way
 * @param isVoid whether the whole stake is given back
 */
record LegFactor(Rational win, Rational place, boolean isVoid) {

    private static final Rational HALF = VoidFactor.HALF.part();

    /**
     * Computes {@code F = v + (1 - v) * w * d * e} for both parts at {@code price}.
     *
     * @param acceptedAt decides which deductions take from the winnings
     */
    static LegFactor of(Leg leg, Outcome outcome, Instant acceptedAt, Price price) {
        Rational voidPart = voidPart(outcome);
        Rational keptWinnings = price.winningsPerUnit().times(Rational.UNIT.minus(deducted(outcome, acceptedAt)));
        Rational win = factor(voidPart, winPartWon(outcome), outcome.deadHeat(), keptWinnings);
        EachWay eachWay = leg.eachWay();
        Rational place = eachWay == null
                ? Rational.ZERO
                : factor(
                        voidPart,
                        placePartWon(outcome, eachWay),
                        outcome.placeDeadHeat(),
                        keptWinnings.times(eachWay.fraction()));
        return new LegFactor(win, place, voidPart.equals(Rational.UNIT));
    }

    boolean loses() {
        return win.isZero() && place.isZero();
    }

    private static Rational factor(
            Rational voidPart, boolean won, @Nullable DeadHeat deadHeat, Rational winningsPerUnit) {
        if (!won) {
            return voidPart;
        }
        Rational share = deadHeat == null ? Rational.UNIT : deadHeat.share();
        Rational returned = share.times(Rational.UNIT.plus(winningsPerUnit));
        return voidPart.plus(Rational.UNIT.minus(voidPart).times(returned));
    }

    private static Rational voidPart(Outcome outcome) {
        return switch (outcome.result()) {
            case VOID -> Rational.UNIT;
            case HALF_WON, HALF_LOST -> HALF;
            case WON, LOST, PLACED ->
                outcome.voidFactor() == null
                        ? Rational.ZERO
                        : outcome.voidFactor().part();
        };
    }

    private static boolean winPartWon(Outcome outcome) {
        return outcome.result() == SelectionResult.WON || outcome.result() == SelectionResult.HALF_WON;
    }

    // A place is counted by the bet's own terms where the feed says which position it was.
    private static boolean placePartWon(Outcome outcome, EachWay terms) {
        return switch (outcome.result()) {
            case WON, HALF_WON -> true;
            case PLACED -> outcome.position() == null || outcome.position() <= terms.places();
            case LOST, HALF_LOST, VOID -> false;
        };
    }

    private static Rational deducted(Outcome outcome, Instant acceptedAt) {
        Rational sum = Rational.ZERO;
        for (Rule4 deduction : outcome.rule4()) {
            sum = deduction.appliesTo(acceptedAt) ? sum.plus(deduction.part()) : sum;
        }
        return sum.min(Rational.UNIT);
    }
}
