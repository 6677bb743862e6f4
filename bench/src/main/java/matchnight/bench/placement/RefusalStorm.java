package matchnight.bench.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import matchnight.bench.load.Tally;
import matchnight.bench.load.WireRequests;
import matchnight.bench.report.Target;

/**
 * Of a hundred requests, some 48 come for a selection whose liability is full, 47 from accounts without the funds, and five are
 * taken.
 */
final class RefusalStorm {

    private static final Target RATIO = Target.atLeast(1);
    private static final int OF = 100;
    private static final int ACCEPTABLE = 5;
    private static final int FULL = 48;

    private RefusalStorm() {}

    static void run(PlacementRun run) throws IOException {
        double knee = run.kneeNow();
        Tally tally = run.closed(run.kneeInFlight(), run.times().load(), mixture(run), _ -> {});
        double requestsPerSecond = tally.decidedPerSecond();
        run.progress()
                .say("  %.0f requests/s beside a knee of %.0f %s".formatted(requestsPerSecond, knee, tally.outcomes()));
        run.add("refusalStormRequestsPerSecond", requestsPerSecond, "requests/s");
        run.add("refusalStormKnee", knee, "bets/s");
        run.add("refusalStormRatio", Statistics.ratio(requestsPerSecond, knee), "1", RATIO);
        run.add("refusalStormP99Millis", tally.latencies().p99Millis(), "ms");
        run.check(
                "the storm is refused for the limit and for funds",
                tally.count("LIABILITY_LIMIT") > 0 && tally.count("INSUFFICIENT_FUNDS") > 0,
                "by outcome: " + tally.outcomes());
        run.awaitRelay();
    }

    private static WireRequests mixture(PlacementRun run) {
        List<WireRequests> mixture = new ArrayList<>();
        WireRequests taken = new Bets(run.numbers(), run.bettors().usual(), run.usualSlips());
        WireRequests full = new Bets(
                run.numbers(),
                run.bettors().usual(),
                List.of(Slip.single(Population.FULL_MARKET, Population.SELECTIONS.getFirst())));
        WireRequests poor = new Bets(run.numbers(), run.bettors().poor(), run.usualSlips());
        for (int i = 0; i < OF; i++) {
            mixture.add(i < ACCEPTABLE ? taken : i < ACCEPTABLE + FULL ? full : poor);
        }
        java.util.Collections.shuffle(mixture, new java.util.Random(OF));
        return new WireRequests() {
            private int next;

            @Override
            public long put(java.nio.ByteBuffer out) {
                return mixture.get(next++ % OF).put(out);
            }
        };
    }
}
