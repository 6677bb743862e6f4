package matchnight.settlement.result;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Comparator;
import matchnight.ledger.money.Rational;
import org.jspecify.annotations.Nullable;

/**
 * A deduction for a withdrawn runner: a percentage of the winnings of bets that were accepted before it was withdrawn.
 *
 * @param percent 0 to 100, with at most two decimals
 * @param acceptedBefore bets accepted from this instant on escape it; null: none does
 */
public record Rule4(Rational percent, @Nullable Instant acceptedBefore) {

    private static final Rational HUNDRED = Rational.of(100, 1);

    static final Comparator<Rule4> IN_ORDER = Comparator.comparing(
                    Rule4::acceptedBefore, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
            .thenComparing(Rule4::percent);

    public Rule4 {
        if (percent.compareTo(Rational.ZERO) < 0 || percent.compareTo(HUNDRED) > 0) {
            throw new IllegalArgumentException("a Rule 4 deduction is 0 to 100 percent, not " + percent);
        }
    }

    public boolean appliesTo(Instant acceptedAt) {
        return acceptedBefore == null || acceptedAt.isBefore(acceptedBefore);
    }

    /** The percentage as a plain decimal without trailing zeros: {@code 25}, {@code 12.5}. */
    public String percentText() {
        return new BigDecimal(percent.numerator())
                .divide(new BigDecimal(percent.denominator()), 2, RoundingMode.UNNECESSARY)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** The part of the winnings that it takes, 0 to 1. */
    public Rational part() {
        return percent.dividedBy(HUNDRED);
    }
}
