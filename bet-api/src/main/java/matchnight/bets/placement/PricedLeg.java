package matchnight.bets.placement;

import java.math.BigInteger;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.money.Rational;
import org.jspecify.annotations.Nullable;

/**
 * A leg at the price that it would be given at, and what it takes of its selection's liability limit.
 *
 * @param eachWay the terms of its place part; null where the bet is not each-way
 * @param liabilityPerUnit minor units of the limit's currency that a minor unit of the bet's unit stake adds: the lines
 *     with this leg times what a unit wins on it
 * @param liability what the leg adds to its selection's exposure, in minor units of the limit's currency: rounded up, once, so
 *     that the limit holds; {@link Long#MAX_VALUE} where it is beyond every limit
 */
record PricedLeg(
        PlaceBet.Leg asked,
        GateReading reading,
        @Nullable EachWayTerms eachWay,
        LimitConversion conversion,
        Rational liabilityPerUnit,
        long liability) {

    static PricedLeg of(PlaceBet command, int leg, GateReading reading, LimitConversion conversion) {
        Rational liabilityPerUnit = reading.price()
                .winningsPerUnit()
                .times(Rational.of(command.linesWithOneLeg()))
                .times(conversion.factor());
        return new PricedLeg(
                command.legs().get(leg),
                reading,
                command.eachWay() ? reading.eachWay() : null,
                conversion,
                liabilityPerUnit,
                saturated(liabilityPerUnit
                        .times(Rational.of(command.unitStake().minorUnits()))
                        .ceiling()));
    }

    SelectionKey selection() {
        return asked.selection();
    }

    /** The largest unit stake whose liability fits into {@code room}. */
    long largestUnitStakeWithin(long room) {
        return saturated(
                Rational.of(Math.max(0, room)).dividedBy(liabilityPerUnit).floor());
    }

    /** What a unit of stake on it returns when it wins. */
    Rational winFactor() {
        return reading.price().value();
    }

    /** What a unit of stake on its place part returns when it is placed. */
    Rational placeFactor(EachWayTerms terms) {
        return Rational.UNIT.plus(reading.price().winningsPerUnit().times(Rational.parse(terms.fraction())));
    }

    static long saturated(BigInteger amount) {
        return amount.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }
}
