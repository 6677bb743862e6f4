package matchnight.bench.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import matchnight.bench.load.Tally;

/** Accumulators of ten legs on ten random events. */
final class Accumulators {

    private static final int LEGS = 10;
    private static final int SLIPS = 1_000;
    private static final long SEED = 10;

    private Accumulators() {}

    static void run(PlacementRun run) throws IOException {
        Tally tally =
                run.closed(run.kneeInFlight(), run.times().load(), run.bettors().usual(), slips());
        run.progress().say("  %d legs: %.0f bets/s %s".formatted(LEGS, tally.acceptedPerSecond(), tally.outcomes()));
        run.add("accumulatorBetsPerSecond", tally.acceptedPerSecond(), "bets/s");
        run.add("accumulatorLegsPerSecond", LEGS * tally.acceptedPerSecond(), "legs/s");
        run.add("accumulatorP99Millis", tally.latencies().p99Millis(), "ms");
        run.check("accumulators of ten legs are taken", tally.accepted() > 0, "by outcome: " + tally.outcomes());
        run.awaitRelay();
    }

    private static List<Slip> slips() {
        Random random = new Random(SEED);
        List<String> markets = new ArrayList<>(Population.usualMarkets());
        List<Slip> slips = new ArrayList<>(SLIPS);
        for (int i = 0; i < SLIPS; i++) {
            Collections.shuffle(markets, random);
            slips.add(Slip.accumulator(markets.subList(0, LEGS), Population.SELECTIONS.getFirst()));
        }
        return slips;
    }
}
