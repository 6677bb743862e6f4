package matchnight.ledger.money;

import java.util.Currency;
import java.util.Locale;

/**
 * An ISO 4217 currency with minor units: {@code GBP} has 2 digits, {@code JPY} 0, {@code KWD} 3.
 *
 * <p>Source of the digits: ISO 4217 as the Java platform ships it.
 */
public record CurrencyCode(String code) implements Comparable<CurrencyCode> {

    /**
     * Checks the code.
     *
     * @throws IllegalArgumentException unless {@code code} is three upper-case letters of a currency that people pay with
     */
    public CurrencyCode {
        if (!isPayable(code)) {
            throw new IllegalArgumentException("is not the ISO 4217 code of a currency that can be paid in");
        }
    }

    public static CurrencyCode of(String code) {
        return new CurrencyCode(code);
    }

    private static boolean isPayable(String code) {
        if (code.length() != 3 || !code.equals(code.toUpperCase(Locale.ROOT))) {
            return false;
        }
        try {
            return Currency.getInstance(code).getDefaultFractionDigits() >= 0;
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }

    /** How many decimal digits the minor unit has: 0 to 4. */
    public int digits() {
        return Currency.getInstance(code).getDefaultFractionDigits();
    }

    @Override
    public int compareTo(CurrencyCode other) {
        return code.compareTo(other.code);
    }

    @Override
    public String toString() {
        return code;
    }
}
