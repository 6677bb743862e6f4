package matchnight.bench.placement;

import java.util.BitSet;
import java.util.HexFormat;
import matchnight.bench.load.WireAnswer;
import matchnight.bench.load.WireAnswers;

/** The numbers of a whole run's bets, which are their keys, and what was answered under each. */
final class BetNumbers implements WireAnswers {

    private static final String PREFIX = "w";
    private static final int REFUSED = 422;

    private final BitSet accepted = new BitSet();
    private final BitSet refused = new BitSet();
    private int next;

    synchronized long next() {
        return next++;
    }

    static String key(long number) {
        return PREFIX + HexFormat.of().toHexDigits(number, 10);
    }

    static int number(String key) {
        return Integer.parseInt(key, PREFIX.length(), key.length(), 16);
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
