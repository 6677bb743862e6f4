package matchnight.bench.settlement;

import java.util.List;
import java.util.stream.IntStream;
import matchnight.bench.placement.BenchTimes;
import matchnight.bench.placement.Population;

/**
 * How much a run of the burst settles and places.
 *
 * @param bench the times of what every run does
 * @param bets that settle in one window
 * @param markets over which they are spread
 * @param pairs of windows with and without settlement
 * @param windowMillis how long a window without settlement is; one with it lasts until all is settled
 * @param textbookPairs the same of the textbook's design
 * @param textbookConnections that place bets there
 * @param warmUpBets that are settled before anything is measured
 */
record BurstSizes(
        BenchTimes bench,
        int bets,
        int markets,
        int pairs,
        long windowMillis,
        int textbookPairs,
        int textbookConnections,
        int warmUpBets) {

    static BurstSizes standard() {
        return new BurstSizes(BenchTimes.standard(), 100_000, 33, 5, 15_000, 2, 32, 40_000);
    }

    static BurstSizes quick() {
        return new BurstSizes(BenchTimes.quick(), 10_000, 33, 2, 4_000, 1, 32, 10_000);
    }

    /** Long enough for every part to run, too short for any figure to mean something: for a test. */
    static BurstSizes smoke() {
        return new BurstSizes(BenchTimes.smoke(), 2_000, 3, 1, 1_500, 1, 8, 1_000);
    }

    BurstSizes withMarkets(int others) {
        return new BurstSizes(bench, bets, others, pairs, windowMillis, textbookPairs, textbookConnections, warmUpBets);
    }

    /** Every other one of the accounts that place. */
    static List<String> accountsWithBets() {
        List<String> all = Population.bettors();
        return IntStream.range(0, all.size())
                .filter(number -> number % 2 == 0)
                .mapToObj(all::get)
                .toList();
    }

    BetSet warmUp() {
        return BetSet.of("warm", accountsWithBets(), markets, warmUpBets);
    }

    /** What settles in a pair's window. */
    BetSet ofPair(int pair) {
        return BetSet.of("pair%d".formatted(pair), accountsWithBets(), markets, bets);
    }

    /** The sets of all pairs, and of the warm-up first. The textbook's design settles those of the first pairs in its copy. */
    List<BetSet> all() {
        return IntStream.rangeClosed(0, pairs)
                .mapToObj(number -> number == 0 ? warmUp() : ofPair(number))
                .toList();
    }
}
