package matchnight.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How figures are rounded and written: four digits that count, or all of them before the point. */
final class Figures {

    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);

    private Figures() {}

    /** Rounds to four digits that count; whole numbers above stay whole. */
    static double rounded(double value) {
        if (!Double.isFinite(value)) {
            return value;
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        return (Math.abs(value) >= 1_000 ? exact.setScale(0, RoundingMode.HALF_UP) : exact.round(FOUR_DIGITS))
                .doubleValue();
    }

    /** Without an exponent and without zeros that say nothing. */
    static String plain(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal shortest = BigDecimal.valueOf(value).stripTrailingZeros();
        return shortest.setScale(Math.max(0, shortest.scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
    }
}
