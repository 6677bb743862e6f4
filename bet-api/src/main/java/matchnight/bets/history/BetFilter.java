package matchnight.bets.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which of an account's bets a list shows, by their newest settlement. */
public enum BetFilter {
    OPEN,
    SETTLED,
    ALL;

    /** Reads {@code open}, {@code settled} or {@code all}. */
    public static Optional<BetFilter> of(String text) {
        return Arrays.stream(values())
                .filter(filter -> filter.text().equals(text))
                .findFirst();
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
