package matchnight.bets.placement;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import matchnight.ledger.account.AccountBalance;
import org.jspecify.annotations.Nullable;

/**
 * What a bet returns at most, in minor units of its currency, rounded down: the lowest caps of its legs' markets, whose
 * order is no matter.
 *
 * @param maxReturns caps the bet's returns; null where no market does
 * @param topUpMax caps what guaranteed best odds add; null where no market that guarantees them does
 * @param isTopUpBounded whether what best odds add is bounded by something: a cap, or there being no guarantee
 */
record ReturnCaps(@Nullable Long maxReturns, @Nullable Long topUpMax, boolean isTopUpBounded) {

    static ReturnCaps of(List<PricedLeg> legs) {
        Long maxReturns = lowest(legs, GateReading::maxReturns);
        Long topUpMax = lowest(legs, reading -> reading.bestOddsGuaranteed() ? reading.topUpMax() : null);
        boolean guaranteed = legs.stream().anyMatch(leg -> leg.reading().bestOddsGuaranteed());
        return new ReturnCaps(maxReturns, topUpMax, !guaranteed || maxReturns != null || topUpMax != null);
    }

    private static @Nullable Long lowest(List<PricedLeg> legs, Function<GateReading, @Nullable Long> cap) {
        return legs.stream()
                .map(leg -> inBetCurrency(leg, cap.apply(leg.reading())))
                .filter(Objects::nonNull)
                .min(Long::compare)
                .orElse(null);
    }

    private static @Nullable Long inBetCurrency(PricedLeg leg, @Nullable Long cap) {
        return cap == null
                ? null
                : Math.min(PricedLeg.saturated(leg.conversion().largestWithin(cap)), AccountBalance.MAX_MINOR_UNITS);
    }

    /**
     * The cap that is stored with the bet. Where nothing bounds what better starting prices may add, twenty of them
     * come to more than an account can hold: that much is the cap then.
     */
    @Nullable
    Long maxReturnsStored() {
        return isTopUpBounded ? maxReturns : Long.valueOf(AccountBalance.MAX_MINOR_UNITS);
    }
}
