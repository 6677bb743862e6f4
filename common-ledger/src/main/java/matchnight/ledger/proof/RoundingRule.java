package matchnight.ledger.proof;

import java.math.BigInteger;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rational;

/** The published rounding rules by their versions, for amounts that are not negative. */
enum RoundingRule {
    HALF_UP(1),
    DOWN(2),
    HALF_EVEN(3);

    private static final Rational HALF = Rational.of(1, 2);

    private final int version;

    RoundingRule(int version) {
        this.version = version;
    }

    int version() {
        return version;
    }

    /**
     * Finds a rule by the name that proofs give it.
     *
     * @throws IllegalArgumentException if there is none
     */
    static RoundingRule named(String name) {
        for (RoundingRule rule : values()) {
            if (rule.name().equals(name)) {
                return rule;
            }
        }
        throw new IllegalArgumentException("no rounding rule is called " + name);
    }

    Money round(Rational majorUnits, CurrencyCode currency) {
        Rational minorUnits = majorUnits.times(new Rational(BigInteger.TEN.pow(currency.digits()), BigInteger.ONE));
        BigInteger whole = minorUnits.floor();
        Rational rest = minorUnits.minus(new Rational(whole, BigInteger.ONE));
        return new Money((goesUp(whole, rest) ? whole.add(BigInteger.ONE) : whole).longValueExact(), currency);
    }

    private boolean goesUp(BigInteger whole, Rational rest) {
        int toHalf = rest.compareTo(HALF);
        return switch (this) {
            case HALF_UP -> toHalf >= 0;
            case DOWN -> false;
            case HALF_EVEN -> toHalf > 0 || (toHalf == 0 && whole.testBit(0));
        };
    }
}
