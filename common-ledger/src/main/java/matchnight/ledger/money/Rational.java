package matchnight.ledger.money;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;

/**
 * An exact fraction in lowest terms with a positive denominator, so that equal values are equal records.
 *
 * <p>Unbounded: a twenty-leg accumulator's product is computed without loss.
 */
public record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {

    public static final Rational ZERO = new Rational(BigInteger.ZERO, BigInteger.ONE);
    public static final Rational UNIT = new Rational(BigInteger.ONE, BigInteger.ONE);

    public Rational {
        if (denominator.signum() == 0) {
            throw new ArithmeticException("A fraction needs a denominator other than 0");
        }
        BigInteger divisor = numerator.gcd(denominator);
        BigInteger signedDivisor = denominator.signum() < 0 ? divisor.negate() : divisor;
        if (!signedDivisor.equals(ONE)) {
            numerator = numerator.divide(signedDivisor);
            denominator = denominator.divide(signedDivisor);
        }
    }

    public static Rational of(long wholeNumber) {
        return new Rational(BigInteger.valueOf(wholeNumber), BigInteger.ONE);
    }

    public static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /**
     * Reads what {@link #toString} writes: {@code "29/2"} or {@code "3"}.
     *
     * @throws NumberFormatException if the text is neither
     */
    public static Rational parse(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new Rational(new BigInteger(text), BigInteger.ONE)
                : new Rational(new BigInteger(text.substring(0, slash)), new BigInteger(text.substring(slash + 1)));
    }

    public Rational plus(Rational other) {
        return new Rational(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    public Rational minus(Rational other) {
        return plus(other.negated());
    }

    public Rational times(Rational other) {
        return new Rational(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /**
     * Divides exactly.
     *
     * @throws ArithmeticException if {@code other} is zero
     */
    public Rational dividedBy(Rational other) {
        return new Rational(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    public Rational negated() {
        return new Rational(numerator.negate(), denominator);
    }

    public boolean isZero() {
        return numerator.signum() == 0;
    }

    public boolean isPositive() {
        return numerator.signum() > 0;
    }

    public Rational min(Rational other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The largest whole number that is not above this. */
    public BigInteger floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() < 0 ? parts[0].subtract(ONE) : parts[0];
    }

    /** The smallest whole number that is not below this. */
    public BigInteger ceiling() {
        return negated().floor().negate();
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    /** {@code "29/2"}, or {@code "3"} for a whole number. */
    @Override
    public String toString() {
        return denominator.equals(ONE) ? numerator.toString() : numerator + "/" + denominator;
    }
}
