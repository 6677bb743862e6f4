package matchnight.settlement.grading;

/**
 * How a bet's legs make its lines: every combination of at least {@code smallestLine} of them, up to all. The names are
 * those of the database's {@code bet_type}.
 */
public enum BetType {
    SINGLE(1),
    ACCUMULATOR(Integer.MAX_VALUE),
    TRIXIE(2),
    PATENT(1),
    YANKEE(2),
    LUCKY15(1),
    CANADIAN(2),
    LUCKY31(1),
    HEINZ(2),
    LUCKY63(1),
    SUPER_HEINZ(2),
    GOLIATH(2);

    private final int smallestLine;

    BetType(int smallestLine) {
        this.smallestLine = smallestLine;
    }

    /** The fewest legs that a line of a bet with so many legs has. */
    int smallestLine(int legs) {
        return Math.min(smallestLine, legs);
    }
}
