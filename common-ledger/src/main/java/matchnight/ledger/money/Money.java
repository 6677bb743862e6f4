package matchnight.ledger.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * An amount in minor units of its currency: {@code "10.00"} GBP is 1000, {@code "10"} JPY is 10.
 *
 * <p>Never rounded and never a float. Sums are exact: an overflow of 64 bits is an {@link ArithmeticException}.
 */
public record Money(long minorUnits, CurrencyCode currency) implements Comparable<Money> {

    /** The most digits an amount may have before its decimal point; 64 bits hold it in every currency. */
    public static final int MAX_WHOLE_DIGITS = 13;

    private static final Pattern DECIMAL = Pattern.compile("(?:0|[1-9][0-9]{0,12})(?:\\.([0-9]{1,4}))?");

    /** The largest amount that {@link #parse} reads: {@code 9999999999999.99} in a currency of two digits. */
    public static Money largest(CurrencyCode currency) {
        return new Money(
                BigInteger.TEN
                        .pow(MAX_WHOLE_DIGITS + currency.digits())
                        .subtract(BigInteger.ONE)
                        .longValueExact(),
                currency);
    }

    public static Money zero(CurrencyCode currency) {
        return new Money(0, currency);
    }

    /**
     * Reads a plain decimal of major units: ASCII digits with at most the currency's digits after the point.
     *
     * @throws IllegalArgumentException for a sign, an exponent, spaces, leading zeros, too many digits on either side;
     *     the message completes the sentence "the amount …"
     */
    public static Money parse(String decimal, CurrencyCode currency) {
        var matcher = DECIMAL.matcher(decimal);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "must be a plain decimal number such as \"10.00\", without sign or exponent, of at most "
                            + MAX_WHOLE_DIGITS + " whole digits");
        }
        String fraction = matcher.group(1);
        if (fraction != null && fraction.length() > currency.digits()) {
            throw new IllegalArgumentException(
                    "may have at most " + currency.digits() + " decimal digits in " + currency.code());
        }
        return new Money(
                new BigDecimal(decimal).movePointRight(currency.digits()).longValueExact(), currency);
    }

    public Money plus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.addExact(minorUnits, other.minorUnits), currency);
    }

    public Money minus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.subtractExact(minorUnits, other.minorUnits), currency);
    }

    public boolean isPositive() {
        return minorUnits > 0;
    }

    /** This amount as an exact fraction of major units. */
    public Rational toMajorUnits() {
        return Rational.of(minorUnits, 1)
                .dividedBy(new Rational(BigInteger.TEN.pow(currency.digits()), BigInteger.ONE));
    }

    /** Major units with exactly the currency's digits: {@code "10.00"}, JPY {@code "10"}, KWD {@code "10.000"}. */
    public String toDecimalString() {
        return BigDecimal.valueOf(minorUnits, currency.digits()).toPlainString();
    }

    @Override
    public int compareTo(Money other) {
        requireSameCurrency(other);
        return Long.compare(minorUnits, other.minorUnits);
    }

    private void requireSameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("Amounts of " + currency + " and " + other.currency + " do not mix");
        }
    }

    @Override
    public String toString() {
        return toDecimalString() + " " + currency;
    }
}
