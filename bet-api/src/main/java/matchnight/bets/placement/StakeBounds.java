package matchnight.bets.placement;

import java.math.BigInteger;
import java.util.List;
import java.util.function.ToLongFunction;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * Which total stakes a bet may have, in minor units of its currency: from the highest minimum to the lowest maximum of
 * its legs' markets, of what its returns allow, and of what a request can say.
 *
 * @param lines unit stakes paid; a stake is a multiple of them
 * @param lowest of all amounts: the lowest stake is the multiple next to it
 * @param highestUnit the largest unit stake; 0 where there is none
 */
record StakeBounds(CurrencyCode currency, int lines, long lowest, long highestUnit) {

    static StakeBounds of(PlaceBet command, List<PricedLeg> legs, PossibleReturns returns) {
        CurrencyCode currency = command.stake().currency();
        BigInteger lowest = BigInteger.ONE;
        BigInteger highest = BigInteger.valueOf(Money.largest(currency).minorUnits());
        for (PricedLeg leg : legs) {
            GateReading reading = leg.reading();
            lowest = lowest.max(
                    leg.conversion().smallestReaching(reading.minStake().minorUnits()));
            highest = highest.min(
                    leg.conversion().largestWithin(reading.maxStake().minorUnits()));
        }
        long highestUnit = highest.longValueExact() / command.lines();
        return new StakeBounds(
                currency,
                command.lines(),
                PricedLeg.saturated(lowest),
                Math.min(highestUnit, returns.largestUnitStake()));
    }

    /** Which bound the stake breaks; null for none. */
    @Nullable
    RefusalCode broken(Money stake) {
        if (stake.minorUnits() < lowest) {
            return RefusalCode.STAKE_TOO_LOW;
        }
        return stake.minorUnits() > highestUnit * lines ? RefusalCode.STAKE_TOO_HIGH : null;
    }

    /**
     * The largest stake within the bounds whose liability fits on every leg; 0 where there is none.
     *
     * @param room liability that a leg's selection may still take, in minor units of its limit's currency
     */
    Money largestWithin(List<PricedLeg> legs, ToLongFunction<PricedLeg> room) {
        long unit = highestUnit;
        for (PricedLeg leg : legs) {
            unit = Math.min(unit, leg.largestUnitStakeWithin(room.applyAsLong(leg)));
        }
        long stake = unit * lines;
        return new Money(stake < lowest ? 0 : stake, currency);
    }
}
