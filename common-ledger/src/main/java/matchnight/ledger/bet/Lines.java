package matchnight.ledger.bet;

import java.util.Arrays;
import java.util.List;
import matchnight.ledger.money.Rational;

/** Sums the products of all lines of a bet without listing them: a Goliath has 247. */
public final class Lines {

    private Lines() {}

    /**
     * The sum, over all combinations of at least {@code smallestLine} of the factors, of their products.
     *
     * <p>These are the elementary symmetric polynomials of the factors: each further factor multiplies every product so far
     * once, and leaves it once.
     */
    public static Rational sumOfProducts(List<Rational> factors, int smallestLine) {
        Rational[] bySize = new Rational[factors.size() + 1];
        Arrays.fill(bySize, Rational.ZERO);
        bySize[0] = Rational.UNIT;
        int taken = 0;
        for (Rational factor : factors) {
            taken++;
            for (int size = taken; size > 0; size--) {
                bySize[size] = bySize[size].plus(bySize[size - 1].times(factor));
            }
        }
        return Arrays.stream(bySize).skip(smallestLine).reduce(Rational.ZERO, Rational::plus);
    }
}
