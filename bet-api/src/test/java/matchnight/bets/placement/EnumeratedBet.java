package matchnight.bets.placement;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A bet computed another way than the product does: every line is written out as the legs in it, and whole numbers are
 * multiplied and divided once. Knows the types from their printed definitions and not from {@code BetType}.
 */
final class EnumeratedBet {

    /** Legs, lines, and whether a single leg is a line. */
    private record Printed(int legs, int lines, boolean withSingles) {}

    private static final Map<String, Printed> FULL_COVER = Map.ofEntries(
            Map.entry("TRIXIE", new Printed(3, 4, false)),
            Map.entry("PATENT", new Printed(3, 7, true)),
            Map.entry("YANKEE", new Printed(4, 11, false)),
            Map.entry("LUCKY15", new Printed(4, 15, true)),
            Map.entry("CANADIAN", new Printed(5, 26, false)),
            Map.entry("LUCKY31", new Printed(5, 31, true)),
            Map.entry("HEINZ", new Printed(6, 57, false)),
            Map.entry("LUCKY63", new Printed(6, 63, true)),
            Map.entry("SUPER_HEINZ", new Printed(7, 120, false)),
            Map.entry("GOLIATH", new Printed(8, 247, false)));

    private final List<List<Integer>> lines;
    private final List<BigInteger[]> factors;

    /**
     * Writes out the lines.
     *
     * @param factors what a unit of stake on each leg returns, as numerator and denominator
     */
    EnumeratedBet(String type, List<BigInteger[]> factors) {
        this.factors = factors;
        this.lines = lines(type, factors.size());
    }

    private static List<List<Integer>> lines(String type, int legs) {
        Printed printed = FULL_COVER.get(type);
        List<List<Integer>> lines = new ArrayList<>();
        if (printed == null) {
            lines.add(legsIn((1 << legs) - 1, legs));
            return lines;
        }
        if (legs != printed.legs()) {
            throw new IllegalArgumentException(type + " with " + legs + " legs");
        }
        for (int combination = 1; combination < 1 << legs; combination++) {
            List<Integer> line = legsIn(combination, legs);
            if (line.size() > 1 || printed.withSingles()) {
                lines.add(line);
            }
        }
        if (lines.size() != printed.lines()) {
            throw new AssertionError(type + " has " + lines.size() + " lines");
        }
        return lines;
    }

    private static List<Integer> legsIn(int combination, int legs) {
        List<Integer> line = new ArrayList<>();
        for (int leg = 0; leg < legs; leg++) {
            if ((combination >> leg & 1) == 1) {
                line.add(leg);
            }
        }
        return line;
    }

    int lineCount() {
        return lines.size();
    }

    long linesWith(int leg) {
        return lines.stream().filter(line -> line.contains(leg)).count();
    }

    /** Returns of one unit on each line over the {@link #denominator}. */
    BigInteger numerator() {
        BigInteger sum = BigInteger.ZERO;
        for (List<Integer> line : lines) {
            BigInteger product = BigInteger.ONE;
            for (int leg = 0; leg < factors.size(); leg++) {
                product = product.multiply(factors.get(leg)[line.contains(leg) ? 0 : 1]);
            }
            sum = sum.add(product);
        }
        return sum;
    }

    BigInteger denominator() {
        return factors.stream().map(factor -> factor[1]).reduce(BigInteger.ONE, BigInteger::multiply);
    }

    /** What a unit returns at a price, stake included. */
    static BigInteger[] priceFactor(String price) {
        String[] fraction = price.split("/", -1);
        if (fraction.length == 2) {
            BigInteger stake = new BigInteger(fraction[1]);
            return new BigInteger[] {new BigInteger(fraction[0]).add(stake), stake};
        }
        BigDecimal decimal = new BigDecimal(price);
        return new BigInteger[] {decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale())};
    }

    /** What a unit on the place part returns: itself, and a fraction of the winnings. */
    static BigInteger[] placeFactor(String price, String placeFraction) {
        BigInteger[] win = priceFactor(price);
        String[] part = placeFraction.split("/", -1);
        BigInteger winnings = win[0].subtract(win[1]).multiply(new BigInteger(part[0]));
        BigInteger denominator = win[1].multiply(new BigInteger(part[1]));
        return new BigInteger[] {denominator.add(winnings), denominator};
    }

    /** The whole number nearest to a quotient of positive numbers, halves upwards. */
    static BigInteger halfUp(BigInteger numerator, BigInteger denominator) {
        return numerator.add(numerator).add(denominator).divide(denominator.add(denominator));
    }
}
