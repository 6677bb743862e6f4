package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import javax.sql.DataSource;

/** Reads what all workers know: open drift, and when runs ended. */
final class DriftReading {

    private static final String READ_OPEN = """
            SELECT kind, count(*) AS incidents
              FROM incident
             WHERE resolved_at IS NULL
               AND kind IN ('LEDGER_DRIFT', 'RESERVED_DRIFT', 'EXPOSURE_DRIFT', 'EVENT_DRIFT')
             GROUP BY kind
            """;

    private static final String COUNT_ACCOUNTS = """
            SELECT count(DISTINCT subject)
              FROM incident
             WHERE resolved_at IS NULL
               AND kind IN ('LEDGER_DRIFT', 'RESERVED_DRIFT')
            """;

    private static final String READ_LAST_RUNS = """
            SELECT mode, extract(epoch FROM clock_timestamp() - finished_at) AS age_seconds,
                   extract(epoch FROM finished_at - started_at) AS duration_seconds, left_out
              FROM (VALUES ('INCREMENTAL'), ('FULL')) AS known (name)
             CROSS JOIN LATERAL (SELECT *
                                   FROM reconciliation_run
                                  WHERE reconciliation_run.mode = known.name
                                    AND finished_at IS NOT NULL
                                  ORDER BY run_id DESC
                                  LIMIT 1) AS newest
            """;

    private final DataSource reader;

    DriftReading(DataSource reader) {
        this.reader = reader;
    }

    /**
     * A run that ended, in numbers for a gauge.
     *
     * @param leftOut what it could not look at
     */
    record LastRun(double ageSeconds, double durationSeconds, double leftOut) {

        static final LastRun NONE = new LastRun(Double.NaN, Double.NaN, Double.NaN);
    }

    /** What was read last. */
    record State(double driftingAccounts, Map<DriftKind, Long> openIncidents, Map<Mode, LastRun> lastRuns) {

        static final State UNKNOWN = new State(Double.NaN, Map.of(), Map.of());

        LastRun lastRun(Mode mode) {
            return lastRuns.getOrDefault(mode, LastRun.NONE);
        }
    }

    State read() throws SQLException {
        try (Connection connection = reader.getConnection()) {
            return new State(countAccounts(connection), readOpen(connection), readLastRuns(connection));
        }
    }

    private static double countAccounts(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(COUNT_ACCOUNTS);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private static Map<DriftKind, Long> readOpen(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_OPEN);
                ResultSet row = statement.executeQuery()) {
            Map<DriftKind, Long> open = new EnumMap<>(DriftKind.class);
            while (row.next()) {
                open.put(DriftKind.valueOf(row.getString("kind")), row.getLong("incidents"));
            }
            return open;
        }
    }

    private static Map<Mode, LastRun> readLastRuns(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_LAST_RUNS);
                ResultSet row = statement.executeQuery()) {
            Map<Mode, LastRun> runs = new EnumMap<>(Mode.class);
            while (row.next()) {
                runs.put(
                        Mode.valueOf(row.getString("mode")),
                        new LastRun(
                                row.getDouble("age_seconds"),
                                row.getDouble("duration_seconds"),
                                row.getInt("left_out")));
            }
            return runs;
        }
    }
}
