package matchnight.bench.settlement;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import matchnight.bench.placement.Population;
import matchnight.bench.product.ResultMessage;

/**
 * Open singles that become due at one moment, on markets of their own.
 *
 * @param accountIds who has bet; each has as many bets as every other
 * @param bets a multiple of the number of accounts
 */
record BetSet(List<String> accountIds, List<String> marketIds, int bets) {

    static final long RESULT_VERSION = 1;

    BetSet {
        if (bets < accountIds.size() || bets % accountIds.size() != 0) {
            throw new IllegalArgumentException(
                    bets + " bets are not the same number for each of " + accountIds.size() + " accounts");
        }
    }

    /**
     * A set over as many markets as asked for.
     *
     * @param name that no other set of the run has; its markets' ids begin with it
     */
    static BetSet of(String name, List<String> accountIds, int markets, int bets) {
        List<String> marketIds = IntStream.range(0, markets)
                .mapToObj(number -> String.format(Locale.ROOT, "%s-%04d", name, number))
                .toList();
        return new BetSet(accountIds, marketIds, bets);
    }

    int rounds() {
        return bets / accountIds.size();
    }

    /** The results that make all of them due: every market's first selection wins, the other loses. */
    List<ResultMessage> results() {
        return marketIds.stream().map(BetSet::result).toList();
    }

    private static ResultMessage result(String marketId) {
        return new ResultMessage(
                "result-" + marketId,
                marketId,
                RESULT_VERSION,
                Instant.now(),
                java.util.Map.of(Population.SELECTIONS.getFirst(), "WON", Population.SELECTIONS.getLast(), "LOST"));
    }
}
