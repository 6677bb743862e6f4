package matchnight.bench.endtoend;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Winnings to stake as a fraction, computed apart from the product, from decimal odds ({@code 2.50}) or winnings to stake
 * ({@code 11/4}).
 */
record ExactPrice(BigInteger winnings, BigInteger stake) {

    static ExactPrice of(String text) {
        int slash = text.indexOf('/');
        if (slash >= 0) {
            return new ExactPrice(new BigInteger(text.substring(0, slash)), new BigInteger(text.substring(slash + 1)));
        }
        BigDecimal winnings = new BigDecimal(text).subtract(BigDecimal.ONE).setScale(4);
        return new ExactPrice(winnings.unscaledValue(), BigInteger.valueOf(10_000));
    }

    /** What a stake adds to its selection's exposure: rounded up, in minor units as the stake is. */
    long liability(long stakeMinorUnits) {
        BigInteger[] divided =
                BigInteger.valueOf(stakeMinorUnits).multiply(winnings).divideAndRemainder(stake);
        return divided[0].longValueExact() + (divided[1].signum() > 0 ? 1 : 0);
    }

    /** The largest stake whose liability is at most this. */
    long largestStake(long roomMinorUnits) {
        return BigInteger.valueOf(roomMinorUnits)
                .multiply(stake)
                .divide(winnings)
                .longValueExact();
    }
}
