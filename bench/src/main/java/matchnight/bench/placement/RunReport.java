package matchnight.bench.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.Machine;

/** What a run has found, with what every run has run with. */
public final class RunReport {

    private static final String READ_SETTINGS = """
            SELECT version() AS version, current_setting('server_version') AS server_version,
                   current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
                   current_setting('full_page_writes') AS full_page_writes,
                   current_setting('shared_buffers') AS shared_buffers
            """;

    private RunReport() {}

    /**
     * Checks last of all that commits were durable.
     *
     * @param own what this benchmark was told besides
     */
    public static BenchReport of(String name, Instant startedAt, PlacementRun run, Map<String, Object> own)
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
            Map<String, Object> parameters = new LinkedHashMap<>(own);
            common(settings).forEach(parameters::putIfAbsent);
            return BenchReport.of(
                    name,
                    startedAt,
                    Machine.with(settings.getString("server_version")),
                    parameters,
                    run.results(),
                    run.checks());
        }
    }

    private static Map<String, Object> common(ResultSet settings) throws SQLException {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("processes", List.of("postgresql", "kafka", "bet-api with its relay", "generator"));
        parameters.put("postgresVersion", settings.getString("version"));
        parameters.put("fsync", settings.getString("fsync"));
        parameters.put("synchronousCommit", settings.getString("synchronous_commit"));
        parameters.put("sharedBuffers", settings.getString("shared_buffers"));
        parameters.put("accounts", Population.ACCOUNTS);
        parameters.put("markets", Population.MARKETS);
        parameters.put("stakePence", Slip.STAKE_PENCE);
        return parameters;
    }
}
