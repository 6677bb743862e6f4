package matchnight.bench.placement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import matchnight.bench.product.ProductException;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.Check;
import matchnight.bench.report.Machine;
import matchnight.bench.report.ReportTable;
import matchnight.ledger.audit.Invariant;
import matchnight.stack.cli.ExitCode;

/** {@code bench placement}: runs its scenarios one after another on one stack of its own, and judges the stored money at the end. */
public final class PlacementBench {

    public static final String NAME = "placement";
    public static final String SUMMARY =
            "bets a second over HTTP beside raw JDBC, and placement under the loads that hurt [--quick] [--only SCENARIO,...]";

    private static final String READ_SETTINGS = """
            SELECT version() AS version, current_setting('server_version') AS server_version,
                   current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
                   current_setting('full_page_writes') AS full_page_writes,
                   current_setting('shared_buffers') AS shared_buffers
            """;

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
        progress.say("starting PostgreSQL and Kafka");
        try (BenchStack stack = BenchStack.start(progress::say)) {
            progress.say("filling %d accounts and %d markets, starting bet-api"
                    .formatted(Population.ACCOUNTS, Population.MARKETS));
            try (PlacementRun run = PlacementRun.prepare(stack, times, progress)) {
                for (Scenario scenario : Scenario.values()) {
                    if (scenarios.contains(scenario)) {
                        progress.say("%s: %s".formatted(scenario.title(), scenario.summary()));
                        scenario.run(run);
                    }
                }
                progress.say("auditing");
                judge(run);
                return report(run, scenarios, startedAt, length);
            }
        } catch (SQLException | IOException broken) {
            throw new ProductException("The benchmark broke off", broken);
        }
    }

    private static void judge(PlacementRun run) throws SQLException {
        run.awaitRelay();
        run.check("the relay published everything", run.rowsBehind() == 0, run.rowsBehind() + " outbox rows behind");
        run.add(AnswersAreStored.check(run.superuser(), run.numbers()));
        for (Invariant invariant : Invariant.all()) {
            run.add(Check.of(invariant.check(run.superuser())));
        }
        try (Connection baseline = run.stack().baselineAsSuperuser()) {
            for (Invariant invariant : Invariant.all()) {
                Check check = Check.of(invariant.check(baseline));
                run.add(new Check("baselines: " + check.name(), check.ok(), check.detail()));
            }
        }
    }

    private static BenchReport report(PlacementRun run, Set<Scenario> scenarios, Instant startedAt, String length)
            throws SQLException {
        try (Statement statement = run.superuser().createStatement();
                ResultSet settings = statement.executeQuery(READ_SETTINGS)) {
            settings.next();
            run.check(
                    "commits are durable",
                    settings.getString("fsync").equals("on")
                            && settings.getString("synchronous_commit").equals("on")
                            && settings.getString("full_page_writes").equals("on"),
                    "fsync, synchronous_commit and full_page_writes");
            return BenchReport.of(
                    NAME,
                    startedAt,
                    Machine.with(settings.getString("server_version")),
                    parameters(run, scenarios, settings, length),
                    run.results(),
                    run.checks());
        }
    }

    private static Map<String, Object> parameters(
            PlacementRun run, Set<Scenario> scenarios, ResultSet settings, String length) throws SQLException {
        BenchTimes times = run.times();
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("length", length);
        parameters.put(
                "scenarios", scenarios.stream().sorted().map(Scenario::title).toList());
        parameters.put("processes", List.of("postgresql", "kafka", "bet-api with its relay", "generator"));
        parameters.put("postgresVersion", settings.getString("version"));
        parameters.put("fsync", settings.getString("fsync"));
        parameters.put("synchronousCommit", settings.getString("synchronous_commit"));
        parameters.put("sharedBuffers", settings.getString("shared_buffers"));
        parameters.put("accounts", Population.ACCOUNTS);
        parameters.put("markets", Population.MARKETS);
        parameters.put("stakePence", Slip.STAKE_PENCE);
        parameters.put("rounds", times.rounds());
        parameters.put("baselineMillis", times.baseline().measured().toMillis());
        parameters.put("loadMillis", times.load().measured().toMillis());
        parameters.put("kneeInFlight", run.kneeInFlight());
        return parameters;
    }
}
