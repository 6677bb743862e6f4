package matchnight.bench.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A bound that a figure must keep, and a better one that is wanted.
 *
 * @param wanted null where nothing beyond the bound is asked for
 */
public record Target(Bound bound, double must, @Nullable Double wanted) {

    /** Which side of the bound is good; the bound itself is. */
    public enum Bound {
        AT_LEAST(">="),
        AT_MOST("<=");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }

        boolean holds(double value, double limit) {
            return this == AT_LEAST ? value >= limit : value <= limit;
        }
    }

    public static Target atLeast(double must) {
        return new Target(Bound.AT_LEAST, must, null);
    }

    public static Target atMost(double must) {
        return new Target(Bound.AT_MOST, must, null);
    }

    public Target wanting(double better) {
        return new Target(bound, must, better);
    }

    /** Whether the value keeps the bound; what is not a number keeps none. */
    public boolean isMetBy(double value) {
        return bound.holds(value, must);
    }

    /** The bound as it is written beside a figure: {@code >= 1.5}. */
    public String text() {
        return text(must);
    }

    /** The better bound in the same form; null where there is none. */
    public @Nullable String wantedText() {
        return wanted == null ? null : text(wanted);
    }

    private String text(double limit) {
        return bound.sign + " " + Figures.plain(limit);
    }

    @Override
    public String toString() {
        return wanted == null ? text() : String.format(Locale.ROOT, "%s (%s)", text(), text(wanted));
    }
}
