package matchnight.ledger.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * How many major units of one currency a major unit of another is, kept exactly and in the form that it was written in.
 *
 * <p>A plain decimal above 0 with at most {@value #MAX_WHOLE_DIGITS} digits before its point and {@value #MAX_DECIMALS}
 * after it. Never inverted: the rate back is another rate.
 */
public record ExchangeRate(String text, Rational value) {

    /** The most digits before the decimal point. */
    public static final int MAX_WHOLE_DIGITS = 9;

    /** The most digits after the decimal point. */
    public static final int MAX_DECIMALS = 12;

    private static final Pattern DECIMAL =
            Pattern.compile("(?:0|[1-9][0-9]{0," + (MAX_WHOLE_DIGITS - 1) + "})(?:\\.[0-9]{1," + MAX_DECIMALS + "})?");

    /**
     * Reads a rate.
     *
     * @throws IllegalArgumentException if the text is none; the message completes the sentence "the rate …"
     */
    public static ExchangeRate of(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new IllegalArgumentException("must be a plain decimal number above 0 such as \"1.2345\", of at most "
                    + MAX_WHOLE_DIGITS + " digits before the point and " + MAX_DECIMALS + " after it");
        }
        BigDecimal decimal = new BigDecimal(text);
        if (decimal.signum() == 0) {
            throw new IllegalArgumentException("must be above 0");
        }
        return new ExchangeRate(text, new Rational(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale())));
    }

    @Override
    public String toString() {
        return text;
    }
}
