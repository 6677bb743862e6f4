package matchnight.bench.settlement;

import java.util.List;
import matchnight.bench.placement.BenchTimes;
import matchnight.bench.placement.Population;

/**
 * How much a run settles.
 *
 * @param bench the times of what every run does
 * @param bets of each size that is settled on one market and over many, in rising order
 * @param rounds how often the smallest size on one market and the one transaction take turns
 * @param spread over how many markets bets are spread
 * @param workers how many processes settle, in rising order
 * @param workerBets that each number of them settles
 * @param warmUpBets that are settled before anything is measured, and whenever workers were started
 */
record SettlementSizes(
        BenchTimes bench,
        List<Integer> bets,
        int rounds,
        int spread,
        List<Integer> workers,
        int workerBets,
        int warmUpBets) {

    static SettlementSizes standard() {
        return new SettlementSizes(
                BenchTimes.standard(), List.of(100_000, 1_000_000), 3, 33, List.of(1, 2, 4), 100_000, 20_000);
    }

    static SettlementSizes quick() {
        return new SettlementSizes(BenchTimes.quick(), List.of(20_000), 1, 33, List.of(1, 2), 10_000, 10_000);
    }

    /** Long enough for every part to run, too short for any figure to mean something: for a test. */
    static SettlementSizes smoke() {
        return new SettlementSizes(BenchTimes.smoke(), List.of(4_000, 6_000), 1, 3, List.of(1, 2), 4_000, 2_000);
    }

    /** All but the smallest. */
    List<Integer> largerBets() {
        return bets.subList(1, bets.size());
    }

    SettlementSizes withBets(List<Integer> others) {
        return new SettlementSizes(bench, others, rounds, spread, workers, workerBets, warmUpBets);
    }

    /** As many bets or a few more, so that every account has the same number. */
    static int wholeRounds(int bets) {
        return Math.ceilDiv(bets, Population.ACCOUNTS) * Population.ACCOUNTS;
    }
}
