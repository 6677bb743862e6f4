package matchnight.bench.placement;

import java.util.BitSet;
import java.util.HexFormat;
import matchnight.bench.load.WireAnswer;
import matchnight.bench.load.WireAnswers;

/**
 * The numbers of a whole run's bets, which make their keys, and what was answered under each.
 *
 * <p>Keys are the numbers scattered over all of their digits: clients draw theirs at random, and an index of keys grows in all
 * of its pages and not at its end.
 */
final class BetNumbers implements WireAnswers {

    static final String PREFIX = "w";
    private static final int REFUSED = 422;
    private static final int DIGITS = 10;

    /** Keys are the numbers times this, odd so that no two share one, in as many bits as the digits have. */
    static final long SCATTER = 1_481_765_933;

    static final long DIGITS_MASK = (1L << (4 * DIGITS)) - 1;

    /** The numbers of bets that nobody asked for but that were stored as if somebody had: from here on. */
    static final long FIRST_FILLED_IN = 1L << 31;

    private static final long GATHER = inverse(SCATTER);

    private final BitSet accepted = new BitSet();
    private final BitSet refused = new BitSet();
    private int next;

    synchronized long next() {
        return next++;
    }

    static String key(long number) {
        return PREFIX + HexFormat.of().toHexDigits(number * SCATTER, DIGITS);
    }

    static long number(String key) {
        return (Long.parseLong(key, PREFIX.length(), key.length(), 16) * GATHER) & DIGITS_MASK;
    }

    // Newton's iteration: each turn doubles the low bits that are right, of which an odd number has three to begin
    // with.
    private static long inverse(long odd) {
        long inverse = odd;
        for (int turn = 0; turn < 5; turn++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    @Override
    public synchronized void take(WireAnswer answer) {
        if (answer.isAccepted()) {
            accepted.set((int) answer.number());
        } else if (answer.status() == REFUSED) {
            refused.set((int) answer.number());
        }
    }

    synchronized long asked() {
        return next;
    }

    synchronized BitSet accepted() {
        return (BitSet) accepted.clone();
    }

    synchronized BitSet refused() {
        return (BitSet) refused.clone();
    }
}
