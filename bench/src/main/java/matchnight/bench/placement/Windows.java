package matchnight.bench.placement;

import java.io.IOException;
import java.util.List;
import matchnight.bench.load.Phase;
import matchnight.bench.load.Tally;

/** Windows of one open-loop rate, each with its p99 from when bets were due; the median of a name's windows counts. */
final class Windows {

    private final PlacementRun run;
    private final double rate;
    private final Series<String> p99 = new Series<>();
    private final Series<String> p50 = new Series<>();
    private final Series<String> accepted = new Series<>();
    private final Series<String> otherShare = new Series<>();

    Windows(PlacementRun run, double rate) {
        this.run = run;
        this.rate = rate;
    }

    /** Measures once, and returns how many bets were accepted. */
    long measure(String name, Phase phase, List<Slip> slips) throws IOException {
        ProcessorReading earlier = run.readProcessors();
        Tally tally = run.offer(rate, phase, slips);
        double others = run.readProcessors().since(earlier).otherShare();
        p99.add(name, tally.latencies().p99Millis());
        p50.add(name, tally.latencies().p50Millis());
        accepted.add(name, tally.acceptedPerSecond());
        otherShare.add(name, others);
        run.progress()
                .say("  %s: p50 %.1f, p99 %.1f, most %.1f ms at %.0f/s; the machine's others %.0f %% %s"
                        .formatted(
                                name,
                                tally.latencies().p50Millis(),
                                tally.latencies().p99Millis(),
                                tally.latencies().maxMillis(),
                                tally.offeredPerSecond(),
                                100 * others,
                                tally.outcomes()));
        run.awaitRelay();
        return tally.accepted();
    }

    double p99Millis(String name) {
        return p99.median(name);
    }

    /** How often the p99 of the one is that of the other. */
    double p99Ratio(String name, String reference) {
        return Statistics.ratio(p99Millis(name), p99Millis(reference));
    }

    void report() {
        for (String name : p99.all()) {
            run.add("placementP99Millis" + name, p99.median(name), "ms");
            run.add("placementP50Millis" + name, p50.median(name), "ms");
            run.add("accepted" + name, accepted.median(name), "bets/s");
            run.add("otherProcessorShare" + name, otherShare.median(name), "1");
        }
    }
}
