package matchnight.bets.rate;

import java.util.Comparator;
import matchnight.ledger.money.CurrencyCode;

/** From one currency to another; the way back is another pair. */
public record CurrencyPair(CurrencyCode from, CurrencyCode to) implements Comparable<CurrencyPair> {

    private static final Comparator<CurrencyPair> ORDER =
            Comparator.comparing(CurrencyPair::from).thenComparing(CurrencyPair::to);

    /**
     * Reads what {@link #toString} writes.
     *
     * @throws IllegalArgumentException if the text names no two currencies
     */
    public static CurrencyPair parse(String text) {
        String[] currencies = text.split("/", -1);
        if (currencies.length != 2) {
            throw new IllegalArgumentException("must be two currencies");
        }
        return new CurrencyPair(CurrencyCode.of(currencies[0]), CurrencyCode.of(currencies[1]));
    }

    public boolean isOneCurrency() {
        return from.equals(to);
    }

    @Override
    public int compareTo(CurrencyPair other) {
        return ORDER.compare(this, other);
    }

    /** {@code GBP/EUR}. */
    @Override
    public String toString() {
        return from + "/" + to;
    }
}
