package matchnight.settlement.apply;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** A fraction of the model's own, never reduced: nothing of the product's arithmetic is used to judge it. */
record Fraction(BigInteger over, BigInteger under) {

    static final Fraction ZERO = of(0, 1);
    static final Fraction ONE = of(1, 1);

    static Fraction of(long over, long under) {
        return new Fraction(BigInteger.valueOf(over), BigInteger.valueOf(under));
    }

    /** Decimal odds such as {@code 2.50}, or winnings to stake such as {@code 11/4}. */
    static Fraction ofPrice(String price) {
        int slash = price.indexOf('/');
        if (slash >= 0) {
            return of(Long.parseLong(price.substring(0, slash)), Long.parseLong(price.substring(slash + 1)))
                    .plus(ONE);
        }
        BigDecimal odds = new BigDecimal(price);
        return new Fraction(odds.unscaledValue(), BigInteger.TEN.pow(odds.scale()));
    }

    Fraction plus(Fraction other) {
        return new Fraction(over.multiply(other.under).add(other.over.multiply(under)), under.multiply(other.under));
    }

    Fraction minus(Fraction other) {
        return plus(new Fraction(other.over.negate(), other.under));
    }

    Fraction times(Fraction other) {
        return new Fraction(over.multiply(other.over), under.multiply(other.under));
    }

    boolean isZero() {
        return over.signum() == 0;
    }

    long roundedHalfUp() {
        return new BigDecimal(over)
                .divide(new BigDecimal(under), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }
}
