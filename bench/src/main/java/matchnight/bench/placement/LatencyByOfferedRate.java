package matchnight.bench.placement;

import java.io.IOException;
import java.util.List;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.Tally;

/** Rising shares of the knee are offered in an open loop; latency runs from when a bet was due. */
final class LatencyByOfferedRate {

    private static final List<Integer> EVERY_PERCENT = List.of(25, 50, 75, 90, 100);
    private static final List<Integer> SOME_PERCENT = List.of(25, 75, 100);

    private LatencyByOfferedRate() {}

    static void run(PlacementRun run) throws IOException {
        double knee = run.kneeNow();
        run.add("kneeOfOfferedRates", knee, "bets/s");
        for (int percent : run.times().everyStep() ? EVERY_PERCENT : SOME_PERCENT) {
            offer(run, knee, percent);
        }
    }

    private static void offer(PlacementRun run, double knee, int percent) throws IOException {
        Tally tally = run.offer(knee * percent / 100, run.times().load());
        Latencies latencies = tally.latencies();
        run.progress()
                .say("  %d %% of the knee, %.0f/s: p50 %.1f, p99 %.1f, p99.9 %.1f ms"
                        .formatted(
                                percent,
                                tally.offeredPerSecond(),
                                latencies.p50Millis(),
                                latencies.p99Millis(),
                                latencies.p999Millis()));
        String at = "At" + percent + "PercentOfKnee";
        run.add("offered" + at, tally.offeredPerSecond(), "bets/s");
        run.add("accepted" + at, tally.acceptedPerSecond(), "bets/s");
        run.add("placementP50Millis" + at, latencies.p50Millis(), "ms");
        run.add("placementP99Millis" + at, latencies.p99Millis(), "ms");
        run.add("placementP999Millis" + at, latencies.p999Millis(), "ms");
        run.awaitRelay();
    }
}
