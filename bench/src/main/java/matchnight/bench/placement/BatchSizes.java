package matchnight.bench.placement;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import matchnight.bench.load.Tally;

/** The same load on one bet-api after another, each told another largest batch. */
final class BatchSizes {

    private static final String SETTING = "MATCHNIGHT_PLACEMENT_BATCH";
    private static final List<Integer> EVERY_SIZE = List.of(1, 4, 16, 64);
    private static final List<Integer> SOME_SIZES = List.of(1, 64);

    private BatchSizes() {}

    static void run(PlacementRun run) throws IOException {
        for (int size : run.times().everyStep() ? EVERY_SIZE : SOME_SIZES) {
            run.restartBetApi(Map.of(SETTING, Integer.toString(size)));
            Tally tally = run.saturate(run.kneeInFlight(), run.times().load());
            run.progress().say("  batches of up to %d: %.0f bets/s".formatted(size, tally.acceptedPerSecond()));
            run.add("batch%dBetsPerSecond".formatted(size), tally.acceptedPerSecond(), "bets/s");
            run.add("batch%dP99Millis".formatted(size), tally.latencies().p99Millis(), "ms");
            run.awaitRelay();
        }
    }
}
