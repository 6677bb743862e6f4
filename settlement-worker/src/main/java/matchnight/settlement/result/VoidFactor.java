package matchnight.settlement.result;

import matchnight.ledger.money.Rational;

/** The part of a stake that a result leaves undecided and gives back, beside a result for the rest. */
public enum VoidFactor {
    HALF("0.5", 2),
    WHOLE("1", 1);

    private final String text;
    private final int divisor;

    VoidFactor(String text, int divisor) {
        this.text = text;
        this.divisor = divisor;
    }

    /** As feeds write it. */
    public String text() {
        return text;
    }

    public Rational part() {
        return Rational.of(1, divisor);
    }
}
