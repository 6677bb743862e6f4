package matchnight.bets.placement;

import java.util.List;
import java.util.stream.Stream;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.bet.Lines;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rational;
import matchnight.ledger.money.Rounding;
import org.jspecify.annotations.Nullable;

/**
 * What a bet returns when all its legs win: the sum over its lines, and over its place lines where it is each-way.
 *
 * @param perUnit returns of one unit stake on each line, exactly
 * @param cap in minor units of the bet's currency; null for none
 */
record PossibleReturns(Rational perUnit, @Nullable Long cap) {

    private static final Rational HALF = Rational.of(1, 2);

    static PossibleReturns of(PlaceBet command, List<PricedLeg> legs, @Nullable Long cap) {
        int smallestLine = command.type().smallestLine(legs.size());
        Rational perUnit =
                Lines.sumOfProducts(legs.stream().map(PricedLeg::winFactor).toList(), smallestLine);
        List<Rational> placeFactors =
                legs.stream().flatMap(PossibleReturns::placeFactor).toList();
        return new PossibleReturns(
                placeFactors.isEmpty() ? perUnit : perUnit.plus(Lines.sumOfProducts(placeFactors, smallestLine)), cap);
    }

    private static Stream<Rational> placeFactor(PricedLeg leg) {
        EachWayTerms terms = leg.eachWay();
        return terms == null ? Stream.empty() : Stream.of(leg.placeFactor(terms));
    }

    /**
     * Rounded half up, once, and under the cap.
     *
     * @param unitStake not above {@link #largestUnitStake}
     */
    Money of(Money unitStake) {
        Rational exact = unitStake.toMajorUnits().times(perUnit);
        Rational capped = cap == null ? exact : exact.min(new Money(cap, unitStake.currency()).toMajorUnits());
        return Rounding.HALF_UP.round(capped, unitStake.currency());
    }

    /** The largest unit stake, in minor units, whose returns an account can hold. */
    long largestUnitStake() {
        if (cap != null) {
            return Long.MAX_VALUE;
        }
        // What is below the next half rounds to the most that an account holds.
        Rational bound = Rational.of(AccountBalance.MAX_MINOR_UNITS).plus(HALF);
        return PricedLeg.saturated(bound.dividedBy(perUnit).ceiling()) - 1;
    }
}
