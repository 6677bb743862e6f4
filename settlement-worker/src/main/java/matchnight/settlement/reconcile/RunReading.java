package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads runs, newest first, as people ask for them. */
final class RunReading {

    private static final String READ_UP_TO = """
            SELECT run_id, mode, cause, requested_by, reason, requested_at, started_at, finished_at, step, accounts,
                   selections, events, rows_read, drifts, left_out, last_error
              FROM reconciliation_run
             WHERE run_id <= ?
             ORDER BY run_id DESC
             LIMIT ?
            """;

    private final DataSource reader;

    RunReading(DataSource reader) {
        this.reader = reader;
    }

    /**
     * A run.
     *
     * @param state {@code REQUESTED}, {@code RUNNING} or {@code FINISHED}
     * @param step what it looks at now; null unless it is running
     * @param leftOut what it could not look at
     */
    record RunItem(
            UUID runId,
            String mode,
            String cause,
            String requestedBy,
            String reason,
            String state,
            @Nullable String step,
            Instant requestedAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            long accounts,
            long selections,
            long events,
            long rowsRead,
            long drifts,
            long leftOut,
            @Nullable String lastError) {}

    /** The newest runs with ids below this one. */
    List<RunItem> before(UUID runId, int limit) throws SQLException {
        return read(runId, limit + 1).stream()
                .filter(item -> !item.runId().equals(runId))
                .limit(limit)
                .toList();
    }

    Optional<RunItem> of(UUID runId) throws SQLException {
        return read(runId, 1).stream()
                .filter(item -> item.runId().equals(runId))
                .findFirst();
    }

    private List<RunItem> read(UUID upTo, int limit) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_UP_TO)) {
            statement.setObject(1, upTo);
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<RunItem> items = new ArrayList<>();
                while (row.next()) {
                    items.add(item(row));
                }
                return items;
            }
        }
    }

    private static RunItem item(ResultSet row) throws SQLException {
        Instant startedAt = time(row, "started_at");
        Instant finishedAt = time(row, "finished_at");
        String state = finishedAt != null ? "FINISHED" : startedAt != null ? "RUNNING" : "REQUESTED";
        return new RunItem(
                row.getObject("run_id", UUID.class),
                row.getString("mode"),
                row.getString("cause"),
                row.getString("requested_by"),
                row.getString("reason"),
                state,
                state.equals("RUNNING") ? row.getString("step") : null,
                row.getObject("requested_at", OffsetDateTime.class).toInstant(),
                startedAt,
                finishedAt,
                row.getLong("accounts"),
                row.getLong("selections"),
                row.getLong("events"),
                row.getLong("rows_read"),
                row.getLong("drifts"),
                row.getLong("left_out"),
                row.getString("last_error"));
    }

    private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
