package matchnight.bench.placement;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.ReportTable;
import matchnight.stack.cli.ExitCode;

/** {@code bench placement}: runs its scenarios one after another on one stack of its own, and judges the stored money at the end. */
public final class PlacementBench {

    public static final String NAME = "placement";
    public static final String SUMMARY =
            "bets a second over HTTP beside raw JDBC, and placement under the loads that hurt [--quick] [--only SCENARIO,...]";

    private PlacementBench() {}

    /** Returns the exit code: 0 only if every scenario ran and every check held. */
    public static int run(List<String> words) {
        PlacementOptions options = PlacementOptions.read(words);
        Progress progress = new Progress(System.err);
        BenchReport report =
                run(options.scenarios(), options.times(), progress, options.quick() ? "quick" : "standard");
        options.json().ifPresent(report::write);
        System.out.print(ReportTable.of(report));
        progress.say("done");
        return report.ok() ? ExitCode.OK : ExitCode.FAILED;
    }

    static BenchReport run(Set<Scenario> scenarios, BenchTimes times, Progress progress, String length) {
        Instant startedAt = Instant.now();
        return PlacementRun.onOwnStack(times, progress, run -> {
            for (Scenario scenario : Scenario.values()) {
                if (scenarios.contains(scenario)) {
                    progress.say("%s: %s".formatted(scenario.title(), scenario.summary()));
                    scenario.run(run);
                }
            }
            progress.say("auditing");
            StoredMoney.judge(run);
            StoredMoney.judgeBaseline(run, "baselines");
            return RunReport.of(NAME, startedAt, run, parameters(run, scenarios, length));
        });
    }

    private static Map<String, Object> parameters(PlacementRun run, Set<Scenario> scenarios, String length) {
        BenchTimes times = run.times();
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("length", length);
        parameters.put(
                "scenarios", scenarios.stream().sorted().map(Scenario::title).toList());
        parameters.put("rounds", times.rounds());
        parameters.put("baselineMillis", times.baseline().measured().toMillis());
        parameters.put("loadMillis", times.load().measured().toMillis());
        parameters.put("kneeInFlight", run.kneeInFlight());
        return parameters;
    }
}
