package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.Population;
import matchnight.bench.placement.Progress;
import matchnight.bench.placement.RunReport;
import matchnight.bench.placement.StoredMoney;
import matchnight.bench.product.ResultTopic;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.ReportTable;
import matchnight.stack.cli.ExitCode;

/** {@code bench burst}: what placement feels while a hundred thousand bets settle, beside the textbook's design. */
public final class BurstBench {

    public static final String NAME = "burst";
    public static final String SUMMARY =
            "placement p99 with and without 100,000 bets settling, and the same for the textbook's design [--quick] [--markets N]";

    private static final double SHARE_OF_KNEE = 0.6;

    private BurstBench() {}

    /** Returns the exit code: 0 only if the run came to its end and every check held. */
    public static int run(List<String> words) {
        BurstOptions options = BurstOptions.read(words);
        Progress progress = new Progress(System.err);
        BenchReport report = run(options.sizes(), progress, options.quick() ? "quick" : "standard");
        options.json().ifPresent(report::write);
        System.out.print(ReportTable.of(report));
        progress.say("done");
        return report.ok() ? ExitCode.OK : ExitCode.FAILED;
    }

    static BenchReport run(BurstSizes sizes, Progress progress, String length) {
        Instant startedAt = Instant.now();
        return PlacementRun.onOwnStack(
                sizes.bench(), progress, (stack, owner) -> FillSets.fill(stack, progress, owner, sizes.all()), run -> {
                    burst(run, sizes);
                    progress.say("auditing");
                    StoredMoney.grantMemory(run.superuser());
                    StoredMoney.judgeRelay(run);
                    StoredMoney.judgeLedger(run);
                    StoredMoney.judgeBaseline(run, "textbook");
                    return RunReport.of(NAME, startedAt, run, parameters(sizes, length));
                });
    }

    private static void burst(PlacementRun run, BurstSizes sizes) throws SQLException, IOException {
        try (ResultTopic topic = new ResultTopic(run.stack().stack().kafka().bootstrapServers())) {
            SettleSet settling = new SettleSet(run, topic);
            Workers workers = new Workers(run.stack());
            run.progress().say("starting a settlement worker and warming it up");
            workers.startUpTo(1);
            settling.settle(sizes.warmUp(), "of the warm-up");
            ProofSample sample =
                    ProofSample.read(run.superuser(), sizes.warmUp().marketIds().getFirst());
            double knee = run.kneeNow();
            double rate = SHARE_OF_KNEE * knee;
            run.add("knee", knee, "bets/s");
            run.add("offered", rate, "bets/s");
            run.progress().say("placement at %.0f bets/s, with and without settlement".formatted(rate));
            BurstPairs pairs = new BurstPairs(run, sizes, rate, new PlacementWindow(run, workers, settling));
            pairs.measure();
            pairs.report();
            TextbookBurst.run(run, sizes, rate, sample);
        }
    }

    private static Map<String, Object> parameters(BurstSizes sizes, String length) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("length", length);
        parameters.put("shareOfKnee", SHARE_OF_KNEE);
        parameters.put("bets", sizes.bets());
        parameters.put("marketsOfAWindow", sizes.markets());
        parameters.put("pairs", sizes.pairs());
        parameters.put("windowMillis", sizes.windowMillis());
        parameters.put("accountsThatPlace", Population.ACCOUNTS);
        parameters.put("accountsWithBetsSettling", BurstSizes.accountsWithBets().size());
        parameters.put("textbookPairs", sizes.textbookPairs());
        parameters.put("textbookConnections", sizes.textbookConnections());
        parameters.put(
                "processes",
                List.of("postgresql", "kafka", "bet-api with its relay", "settlement-worker", "generator"));
        return parameters;
    }
}
