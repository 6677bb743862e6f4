package matchnight.ledger.money;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How the exact returns of a bet become minor units: once, at the very end.
 *
 * <p>The version is stored with every settlement, so that a proof can be computed again by the policy it was made with.
 */
public enum Rounding {
    HALF_UP(1, RoundingMode.HALF_UP),
    DOWN(2, RoundingMode.DOWN),
    HALF_EVEN(3, RoundingMode.HALF_EVEN);

    private final short ruleVersion;
    private final RoundingMode mode;

    Rounding(int ruleVersion, RoundingMode mode) {
        this.ruleVersion = (short) ruleVersion;
        this.mode = mode;
    }

    /**
     * The policy of a stored settlement.
     *
     * @throws IllegalArgumentException if no policy has this version
     */
    public static Rounding ofRuleVersion(short ruleVersion) {
        for (Rounding rounding : values()) {
            if (rounding.ruleVersion == ruleVersion) {
                return rounding;
            }
        }
        throw new IllegalArgumentException("No rounding policy has the rule version " + ruleVersion);
    }

    public short ruleVersion() {
        return ruleVersion;
    }

    /**
     * Rounds an exact amount of major units to whole minor units.
     *
     * @throws ArithmeticException if the amount needs more than 64 bits of minor units
     */
    public Money round(Rational majorUnits, CurrencyCode currency) {
        BigDecimal minorUnits = new BigDecimal(majorUnits.numerator())
                .movePointRight(currency.digits())
                .divide(new BigDecimal(majorUnits.denominator()), 0, mode);
        return new Money(minorUnits.longValueExact(), currency);
    }
}
