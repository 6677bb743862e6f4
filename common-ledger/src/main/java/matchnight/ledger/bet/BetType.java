package matchnight.ledger.bet;

/**
 * The bets of the contract: how a bet's legs make its lines. A line is a combination of at least {@code smallestLine} of
 * them, up to all. The names are those of the contract and of the database's {@code bet_type}.
 */
public enum BetType {
    SINGLE(1, 1, 1),
    ACCUMULATOR(2, 20, 20),
    TRIXIE(3, 3, 2),
    PATENT(3, 3, 1),
    YANKEE(4, 4, 2),
    LUCKY15(4, 4, 1),
    CANADIAN(5, 5, 2),
    LUCKY31(5, 5, 1),
    HEINZ(6, 6, 2),
    LUCKY63(6, 6, 1),
    SUPER_HEINZ(7, 7, 2),
    GOLIATH(8, 8, 2);

    private final int fewestLegs;
    private final int mostLegs;
    private final int smallestLine;

    BetType(int fewestLegs, int mostLegs, int smallestLine) {
        this.fewestLegs = fewestLegs;
        this.mostLegs = mostLegs;
        this.smallestLine = smallestLine;
    }

    public int fewestLegs() {
        return fewestLegs;
    }

    public int mostLegs() {
        return mostLegs;
    }

    public boolean takes(int legs) {
        return legs >= fewestLegs && legs <= mostLegs;
    }

    /** The fewest legs that a line of a bet with so many legs has. */
    public int smallestLine(int legs) {
        return Math.min(smallestLine, legs);
    }

    /** Lines of a bet with so many legs that is not each-way: 247 in a Goliath, 1 in an accumulator. */
    public int lines(int legs) {
        int lines = 0;
        for (int size = smallestLine(legs); size <= legs; size++) {
            lines += combinations(legs, size);
        }
        return lines;
    }

    /** In how many of those lines one and the same leg stands: 127 in a Goliath, 1 in an accumulator. */
    public int linesWithOneLeg(int legs) {
        int lines = 0;
        for (int size = smallestLine(legs); size <= legs; size++) {
            lines += combinations(legs - 1, size - 1);
        }
        return lines;
    }

    private static int combinations(int of, int size) {
        long combinations = 1;
        for (int i = 1; i <= size; i++) {
            combinations = combinations * (of - size + i) / i;
        }
        return Math.toIntExact(combinations);
    }
}
