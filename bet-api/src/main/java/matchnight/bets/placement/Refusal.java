package matchnight.bets.placement;

import java.util.List;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * Why a bet was not taken, and what would be.
 *
 * @param currentPrice the selection's price now, in the market's form
 * @param maxStake the largest total stake that would have been taken at that moment, in major units of the bet's currency
 * @param legs the legs that are the reason, counted from 0
 */
public record Refusal(
        RefusalCode code,
        @Nullable String currentPrice,
        @Nullable String maxStake,
        List<Integer> legs) {

    public Refusal {
        legs = List.copyOf(legs);
    }

    static Refusal of(RefusalCode code) {
        return new Refusal(code, null, null, List.of());
    }

    static Refusal ofLeg(RefusalCode code, int leg) {
        return new Refusal(code, null, null, List.of(leg));
    }

    static Refusal ofLegs(RefusalCode code, List<Integer> legs) {
        return new Refusal(code, null, null, legs);
    }

    static Refusal priceChanged(int leg, Price currentPrice) {
        return new Refusal(RefusalCode.PRICE_CHANGED, currentPrice.text(), null, List.of(leg));
    }

    static Refusal stake(RefusalCode code, Money maxStake) {
        return new Refusal(code, null, maxStake.toDecimalString(), List.of());
    }

    static Refusal liabilityLimit(List<Integer> legsWithoutRoom, Money maxStake) {
        return new Refusal(RefusalCode.LIABILITY_LIMIT, null, maxStake.toDecimalString(), legsWithoutRoom);
    }
}
