package matchnight.bench.placement;

import java.io.IOException;
import java.util.List;
import matchnight.bench.load.Tally;

/** Everybody bets on one selection, whose liability is spread over 1, 4 and 16 rows. */
final class HotMarket {

    private HotMarket() {}

    static void run(PlacementRun run) throws IOException {
        Series<Integer> rates = new Series<>();
        Series<Integer> latencies = new Series<>();
        for (int turn = 0; turn < run.times().repetitions(); turn++) {
            for (int buckets : turn % 2 == 0 ? Population.HOT_BUCKETS : Population.HOT_BUCKETS.reversed()) {
                Tally tally = betOnOneSelection(run, buckets);
                rates.add(buckets, tally.acceptedPerSecond());
                latencies.add(buckets, tally.latencies().p99Millis());
            }
        }
        for (int buckets : Population.HOT_BUCKETS) {
            run.add("hotMarket%dBucketsBetsPerSecond".formatted(buckets), rates.median(buckets), "bets/s");
            run.add("hotMarket%dBucketsP99Millis".formatted(buckets), latencies.median(buckets), "ms");
        }
    }

    private static Tally betOnOneSelection(PlacementRun run, int buckets) throws IOException {
        Slip slip = Slip.single(Population.hotMarket(buckets), Population.SELECTIONS.getFirst());
        Tally tally =
                run.closed(run.kneeInFlight(), run.times().load(), run.bettors().usual(), List.of(slip));
        run.progress()
                .say("  one selection, %d rows: %.0f bets/s, p99 %.1f ms %s"
                        .formatted(
                                buckets,
                                tally.acceptedPerSecond(),
                                tally.latencies().p99Millis(),
                                tally.outcomes()));
        run.awaitRelay();
        return tally;
    }
}
