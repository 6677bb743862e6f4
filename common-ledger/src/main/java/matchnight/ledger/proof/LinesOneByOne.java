package matchnight.ledger.proof;

import java.util.List;
import matchnight.ledger.money.Rational;

/**
 * The lines of a bet, listed one after the other: every combination of at least so many of its legs. A line of all legs
 * alone is the only one of an accumulator; a Goliath has 247.
 *
 * @param count how many lines there are
 * @param paid how many of them return anything
 * @param sum over the lines, of the product of their legs' factors
 */
record LinesOneByOne(int count, int paid, Rational sum) {

    static LinesOneByOne of(List<Rational> factors, int smallestLine) {
        int count = 0;
        int paid = 0;
        Rational sum = Rational.ZERO;
        int all = (1 << factors.size()) - 1;
        for (int line = smallestLine == factors.size() ? all : 1; line <= all; line++) {
            if (Integer.bitCount(line) >= smallestLine) {
                Rational product = product(factors, line);
                count++;
                paid += product.isZero() ? 0 : 1;
                sum = sum.plus(product);
            }
        }
        return new LinesOneByOne(count, paid, sum);
    }

    private static Rational product(List<Rational> factors, int line) {
        Rational product = Rational.UNIT;
        for (int leg = 0; leg < factors.size(); leg++) {
            if ((line & 1 << leg) != 0) {
                product = product.times(factors.get(leg));
            }
        }
        return product;
    }
}
