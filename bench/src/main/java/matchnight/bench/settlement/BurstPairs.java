package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import matchnight.bench.load.Latencies;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.Statistics;
import matchnight.bench.report.Target;
import matchnight.stack.DatabaseRole;

/** Windows of placement with and without settlement beside it, in pairs whose order turns round: ABBA. */
final class BurstPairs {

    private static final Target P99_RATIO = Target.atMost(1.3).wanting(1.1);
    private static final Target PROBE = Target.atMost(15).wanting(8);
    private static final Target SETTLED = Target.atLeast(2_000);
    private static final Target WALLET = Target.atMost(20);
    private static final Target BACKLOG = Target.atMost(20);
    private static final Target NONE = Target.atMost(0);

    private record Window(PlacementWindow.Outcome outcome, Latencies probeWaits) {}

    private final PlacementRun run;
    private final BurstSizes sizes;
    private final double rate;
    private final PlacementWindow window;
    private final List<Window> with = new ArrayList<>();
    private final List<Window> without = new ArrayList<>();

    BurstPairs(PlacementRun run, BurstSizes sizes, double rate, PlacementWindow window) {
        this.run = run;
        this.sizes = sizes;
        this.rate = rate;
        this.window = window;
    }

    void measure() throws SQLException, IOException {
        for (int pair = 1; pair <= sizes.pairs(); pair++) {
            boolean settlesFirst = pair % 2 == 0;
            measure(pair, settlesFirst);
            measure(pair, !settlesFirst);
        }
    }

    private void measure(int pair, boolean settles) throws SQLException, IOException {
        try (OutsideProbe probe =
                OutsideProbe.start(run.stack().product(DatabaseRole.MIGRATOR), BurstSizes.accountsWithBets())) {
            PlacementWindow.Outcome outcome = settles
                    ? window.whileSettling(rate, sizes.ofPair(pair), "of pair " + pair)
                    : window.without(rate, Duration.ofMillis(sizes.windowMillis()));
            Window measured = new Window(outcome, probe.stop());
            (settles ? with : without).add(measured);
            say(pair, settles, measured);
        }
        run.awaitRelay();
    }

    private void say(int pair, boolean settles, Window measured) {
        PlacementWindow.Outcome outcome = measured.outcome;
        run.progress()
                .say(
                        "  pair %d %s: placement p50 %.1f, p99 %.1f ms of %d bets, %d errors; probe p99 %.1f ms; others %.0f %%"
                                .formatted(
                                        pair,
                                        settles ? "with" : "without",
                                        outcome.latencies().p50Millis(),
                                        outcome.latencies().p99Millis(),
                                        outcome.latencies().count(),
                                        outcome.errors(),
                                        measured.probeWaits.p99Millis(),
                                        100 * outcome.otherShare()));
        if (settles) {
            run.progress()
                    .say(
                            "    settled %.0f/s, result to wallet p99 %.1f s; holds p99: settlement %.1f ms, placement %.1f ms"
                                    .formatted(
                                            outcome.settledPerSecond(),
                                            outcome.walletP99Seconds(),
                                            outcome.settlementHold().p99Millis(),
                                            outcome.placementHold().p99Millis()));
        }
    }

    void report() {
        List<Double> ratios = new ArrayList<>();
        for (int pair = 0; pair < with.size(); pair++) {
            double ratio = Statistics.ratio(p99(with.get(pair)), p99(without.get(pair)));
            ratios.add(ratio);
            run.add("placementP99RatioOfPair%d".formatted(pair + 1), ratio, "1");
        }
        run.add("placementP99Ratio", Statistics.median(ratios), "1", P99_RATIO);
        run.add("placementP99MillisWith", median(with, BurstPairs::p99), "ms");
        run.add("placementP99MillisWithout", median(without, BurstPairs::p99), "ms");
        run.add(
                "placementP50MillisWith",
                median(with, one -> one.outcome.latencies().p50Millis()),
                "ms");
        run.add(
                "placementP50MillisWithout",
                median(without, one -> one.outcome.latencies().p50Millis()),
                "ms");
        run.add(
                "balanceHoldP99Ratio",
                median(with, one -> one.outcome.holdP99Ratio()),
                "1",
                HoldsBesidePlacement.HOLD_RATIO);
        reportHolds();
        run.add("outsideProbeP99Millis", median(with, one -> one.probeWaits.p99Millis()), "ms", PROBE);
        run.add("outsideProbeP99MillisWithout", median(without, one -> one.probeWaits.p99Millis()), "ms");
        run.add("outsideProbeMaxMillis", highest(with, one -> one.probeWaits.maxMillis()), "ms");
        run.add("backlogAgeSecondsMax", highest(with, one -> one.outcome.backlogAgeSecondsMax()), "s", BACKLOG);
        run.add("resultToWalletP50Seconds", median(with, one -> one.outcome.walletP50Seconds()), "s");
        run.add("resultToWalletP99Seconds", median(with, one -> one.outcome.walletP99Seconds()), "s", WALLET);
        run.add("resultToWalletP99SecondsWorst", highest(with, one -> one.outcome.walletP99Seconds()), "s");
        run.add("settledBetsPerSecondMeanwhile", median(with, one -> one.outcome.settledPerSecond()), "bets/s");
        run.add(
                "settledBetsPerSecondMeanwhileLowest",
                -highest(with, one -> -one.outcome.settledPerSecond()),
                "bets/s",
                SETTLED);
        run.addCount("placementErrors", errors(with) + errors(without), "bets", NONE);
        run.add("otherProcessorShareWith", median(with, one -> one.outcome.otherShare()), "1");
        run.add("otherProcessorShareWithout", median(without, one -> one.outcome.otherShare()), "1");
    }

    private void reportHolds() {
        run.add(
                "settlementBalanceHeldP50Millis",
                median(with, one -> one.outcome.settlementHold().p50Millis()),
                "ms");
        run.add(
                "settlementBalanceHeldP99Millis",
                median(with, one -> one.outcome.settlementHold().p99Millis()),
                "ms");
        run.add(
                "placementBalanceHeldP50Millis",
                median(with, one -> one.outcome.placementHold().p50Millis()),
                "ms");
        run.add(
                "placementBalanceHeldP99Millis",
                median(with, one -> one.outcome.placementHold().p99Millis()),
                "ms");
        run.add(
                "placementBalanceHeldP99MillisWithout",
                median(without, one -> one.outcome.placementHold().p99Millis()),
                "ms");
    }

    private static double p99(Window window) {
        return window.outcome.latencies().p99Millis();
    }

    private static double median(Collection<Window> windows, ToDoubleFunction<Window> of) {
        return Statistics.median(windows.stream().map(of::applyAsDouble).toList());
    }

    private static double highest(Collection<Window> windows, ToDoubleFunction<Window> of) {
        return windows.stream().mapToDouble(of).max().orElseThrow();
    }

    private static long errors(Collection<Window> windows) {
        return windows.stream().mapToLong(one -> one.outcome.errors()).sum();
    }
}
