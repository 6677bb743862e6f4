package matchnight.ledger.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * The price of a selection: what one unit of stake returns when it wins, stake included, kept as the exact fraction and
 * in the form that it was written in.
 *
 * <p>Decimal odds ({@code "2.50"}) are above 1, with at most 4 decimals, and are written with 2 to 4 of them. Fractional
 * odds ({@code "11/4"}) are winnings to stake and stay as written, since bookmakers print {@code 6/4} and {@code 100/30}.
 * Two prices of one value in different forms are different records: compare with {@link #sameValueAs}.
 */
public record Price(String text, Rational value) {

    private static final Pattern DECIMAL_ODDS = Pattern.compile("(?:[1-9][0-9]{0,5})(?:\\.[0-9]{1,4})?");
    private static final Pattern FRACTIONAL_ODDS = Pattern.compile("([1-9][0-9]{0,5})/([1-9][0-9]{0,5})");

    /**
     * Reads decimal or fractional odds.
     *
     * @throws IllegalArgumentException if the text is neither; the message completes the sentence "the price …"
     */
    public static Price of(String text) {
        var fraction = FRACTIONAL_ODDS.matcher(text);
        if (fraction.matches()) {
            Rational winnings = new Rational(new BigInteger(fraction.group(1)), new BigInteger(fraction.group(2)));
            return new Price(text, winnings.plus(Rational.UNIT));
        }
        if (!DECIMAL_ODDS.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be decimal odds above 1 with at most 4 decimals (\"2.50\") or fractional odds (\"11/4\")");
        }
        return ofDecimalOdds(new BigDecimal(text).stripTrailingZeros());
    }

    private static Price ofDecimalOdds(BigDecimal odds) {
        if (odds.compareTo(BigDecimal.ONE) <= 0) {
            throw new IllegalArgumentException("must be above 1");
        }
        BigDecimal written = odds.scale() < 2 ? odds.setScale(2) : odds;
        return new Price(
                written.toPlainString(), new Rational(written.unscaledValue(), BigInteger.TEN.pow(written.scale())));
    }

    public boolean sameValueAs(Price other) {
        return value.equals(other.value);
    }

    public boolean isHigherThan(Price other) {
        return value.compareTo(other.value) > 0;
    }

    /** What a winning unit of stake gains beyond itself: the price less one. */
    public Rational winningsPerUnit() {
        return value.minus(Rational.UNIT);
    }

    @Override
    public String toString() {
        return text;
    }
}
