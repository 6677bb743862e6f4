package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.Population;
import matchnight.bench.placement.Progress;
import matchnight.bench.placement.RunReport;
import matchnight.bench.placement.StoredMoney;
import matchnight.bench.product.ResultTopic;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.ReportTable;
import matchnight.stack.cli.ExitCode;

/** {@code bench settlement}: open bets become due at once, and real workers settle them. */
public final class SettlementBench {

    public static final String NAME = "settlement";
    public static final String SUMMARY =
            "settled bets a second beside one giant transaction, by 1, 2 and 4 workers [--quick] [--bets N,...] [--only SCENARIO,...]";

    private SettlementBench() {}

    /** Returns the exit code: 0 only if every scenario ran and every check held. */
    public static int run(List<String> words) {
        SettlementOptions options = SettlementOptions.read(words);
        Progress progress = new Progress(System.err);
        BenchReport report =
                run(options.scenarios(), options.sizes(), progress, options.quick() ? "quick" : "standard");
        options.json().ifPresent(report::write);
        System.out.print(ReportTable.of(report));
        progress.say("done");
        return report.ok() ? ExitCode.OK : ExitCode.FAILED;
    }

    static BenchReport run(Set<SettlementScenario> scenarios, SettlementSizes sizes, Progress progress, String length) {
        Instant startedAt = Instant.now();
        return PlacementRun.onOwnStack(
                sizes.bench(),
                progress,
                (stack, owner) -> FillSets.fill(stack, progress, owner, sets(scenarios, sizes)),
                run -> {
                    settle(run, scenarios, sizes);
                    progress.say("auditing");
                    StoredMoney.grantMemory(run.superuser());
                    StoredMoney.judgeLedger(run);
                    StoredMoney.judgeBaseline(run, "one transaction");
                    return RunReport.of(NAME, startedAt, run, parameters(scenarios, sizes, length));
                });
    }

    private static void settle(PlacementRun run, Set<SettlementScenario> scenarios, SettlementSizes sizes)
            throws SQLException, IOException {
        try (ResultTopic topic = new ResultTopic(run.stack().stack().kafka().bootstrapServers())) {
            SettlementRun settlement = SettlementRun.begin(run, sizes, new Workers(run.stack()), topic);
            for (SettlementScenario scenario : SettlementScenario.values()) {
                if (scenario != SettlementScenario.BESIDE_PLACEMENT) {
                    run.stack().stopBetApi();
                }
                if (scenarios.contains(scenario)) {
                    run.progress().say("%s: %s".formatted(scenario.title(), scenario.summary()));
                    scenario.run(settlement);
                }
            }
        }
    }

    private static List<BetSet> sets(Set<SettlementScenario> scenarios, SettlementSizes sizes) {
        List<BetSet> sets = new ArrayList<>();
        sets.add(SettlementRun.warmUp(sizes, 1));
        for (SettlementScenario scenario : SettlementScenario.values()) {
            if (scenarios.contains(scenario)) {
                sets.addAll(scenario.sets(sizes));
            }
        }
        if (scenarios.contains(SettlementScenario.WORKERS)) {
            sizes.workers().stream()
                    .filter(workers -> workers > 1)
                    .map(workers -> SettlementRun.warmUp(sizes, workers))
                    .forEach(sets::add);
        }
        return sets;
    }

    private static Map<String, Object> parameters(
            Set<SettlementScenario> scenarios, SettlementSizes sizes, String length) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("length", length);
        parameters.put(
                "scenarios",
                scenarios.stream().sorted().map(SettlementScenario::title).toList());
        parameters.put("bets", sizes.bets());
        parameters.put("rounds", sizes.rounds());
        parameters.put("accountsWithBets", Population.ACCOUNTS);
        parameters.put("marketsOfASpread", sizes.spread());
        parameters.put("workers", sizes.workers());
        parameters.put("betsOfWorkers", sizes.workerBets());
        parameters.put("warmUpBets", sizes.warmUpBets());
        parameters.put(
                "processes",
                List.of("postgresql", "kafka", "settlement-worker", "bet-api and generator beside placement alone"));
        return parameters;
    }
}
