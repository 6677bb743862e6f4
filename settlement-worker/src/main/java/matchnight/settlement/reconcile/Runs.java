package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The runs that are to be done, and how far they are. What was seen and where to go on commit together. */
final class Runs {

    // What is to be done and not begun yet says so until it is finished.
    private static final String REQUEST_DUE = """
            INSERT INTO reconciliation_run (mode, cause, requested_by, reason)
            SELECT ?, 'SCHEDULE', 'schedule', ?
             WHERE NOT EXISTS (SELECT
                                 FROM (SELECT requested_at
                                         FROM reconciliation_run
                                        WHERE cause = 'SCHEDULE' AND mode = ?
                                        ORDER BY run_id DESC
                                        LIMIT 1) AS newest
                                WHERE requested_at > clock_timestamp() - ? * interval '1 second')
            ON CONFLICT (cause, mode) WHERE finished_at IS NULL DO NOTHING
            """;

    private static final String FORGET_OLD = """
            DELETE FROM reconciliation_run
             WHERE run_id < uuidv7_lower_bound(clock_timestamp() - interval '90 days')
               AND finished_at IS NOT NULL
            """;

    // What is short comes first, what may take all night last.
    private static final String READ_NEXT = """
            SELECT run_id, mode, cause, step, position, started_at IS NOT NULL AS is_started, moved_since, entries_since,
                   events_after, coalesce(events_up_to, 0) AS events_up_to, event_offsets, drifts, attempts
              FROM reconciliation_run
             WHERE finished_at IS NULL
               AND (? OR cause = 'PERSON' OR mode = 'INCREMENTAL')
             ORDER BY mode = 'INCREMENTAL' DESC, cause = 'PERSON' DESC
             LIMIT 1
            """;

    // Ids of transactions are compared by their last 32 bits, which tell apart what is less than two thousand million
    // away.
    private static final String START = """
            UPDATE reconciliation_run AS run
               SET started_at = clock_timestamp(),
                   horizon = now.horizon,
                   moved_since = CASE WHEN is_incremental THEN reconciled_horizon END,
                   entries_since = CASE WHEN is_incremental THEN (reconciled_at AT TIME ZONE 'UTC')::date - 1 END,
                   events_after = CASE WHEN goes_on THEN seen.events_up_to END,
                   event_offsets = CASE WHEN goes_on THEN seen.event_offsets END,
                   events_up_to = CASE WHEN goes_on THEN least(now.relayed, seen.events_up_to + now.most) ELSE now.relayed END
              FROM reconciliation AS seen
             CROSS JOIN (VALUES (?::bigint, ?::bigint, ?::bigint)) AS now (horizon, relayed, most)
             CROSS JOIN LATERAL (
                   SELECT kind.mode = 'INCREMENTAL' AND now.horizon - seen.reconciled_horizon BETWEEN 0 AND 1000000000
                              AS is_incremental,
                          (kind.mode = 'INCREMENTAL' OR kind.cause = 'SCHEDULE') AND seen.events_up_to IS NOT NULL AS goes_on
                     FROM reconciliation_run AS kind
                    WHERE kind.run_id = ?) AS how
             WHERE run.run_id = ?
               AND run.started_at IS NULL
            """;

    private static final String READ_BOUNDS = """
            SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon,
                   (SELECT last_outbox_id FROM relay_cursor WHERE relay = 'bet-events') AS relayed
            """;

    private static final String ADVANCE = """
            UPDATE reconciliation_run
               SET step = ?,
                   position = ?,
                   accounts = accounts + ?,
                   selections = selections + ?,
                   events = events + ?,
                   rows_read = rows_read + ?,
                   drifts = drifts + ?,
                   left_out = left_out + ?,
                   attempts = 0,
                   last_error = CASE WHEN ?::boolean THEN last_error END,
                   finished_at = CASE WHEN ?::boolean THEN clock_timestamp() END
             WHERE run_id = ?
            """;

    private static final String REMEMBER_WHAT_MOVED = """
            UPDATE reconciliation
               SET reconciled_horizon = run.horizon, reconciled_at = run.started_at
              FROM reconciliation_run AS run
             WHERE run.run_id = ?
               AND (reconciled_horizon IS NULL OR reconciled_horizon < run.horizon)
            """;

    private static final String REMEMBER_EVENTS = """
            UPDATE reconciliation
               SET events_up_to = run.events_up_to, event_offsets = ?::jsonb
              FROM reconciliation_run AS run
             WHERE run.run_id = ?
               AND (reconciliation.events_up_to IS NULL OR reconciliation.events_up_to < run.events_up_to)
            """;

    private static final String NOTE_FAILURE = """
            UPDATE reconciliation_run SET attempts = attempts + 1, last_error = ? WHERE run_id = ?
            """;

    private static final int MAX_ERROR_CHARACTERS = 500;
    private static final TypeReference<Map<Integer, Long>> OFFSETS = new TypeReference<>() {};

    private final DataSource dataSource;
    private final DataSource reader;
    private final RunLease lease;
    private final int mostIncidents;

    Runs(DataSource dataSource, DataSource reader, RunLease lease, int mostIncidents) {
        this.dataSource = dataSource;
        this.reader = reader;
        this.lease = lease;
        this.mostIncidents = mostIncidents;
    }

    /** Asks for a scheduled run of the mode, unless one was asked for within the time or is still to be done. */
    void requestDue(Mode mode, String reason, long withinSeconds) throws SQLException {
        Transaction.run(dataSource, connection -> {
            try (PreparedStatement request = connection.prepareStatement(REQUEST_DUE)) {
                request.setString(1, mode.name());
                request.setString(2, reason);
                request.setString(3, mode.name());
                request.setLong(4, withinSeconds);
                return request.executeUpdate() == 1 && forgetOld(connection);
            }
        });
    }

    private static boolean forgetOld(Connection connection) throws SQLException {
        try (PreparedStatement forget = connection.prepareStatement(FORGET_OLD)) {
            return forget.executeUpdate() > 0;
        }
    }

    /** The run to go on with. */
    Optional<Run> next(boolean isQuiet) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_NEXT)) {
            statement.setBoolean(1, isQuiet);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(read(row)) : Optional.empty();
            }
        }
    }

    private static Run read(ResultSet row) throws SQLException {
        String offsets = row.getString("event_offsets");
        return new Run(
                row.getObject("run_id", UUID.class),
                Mode.valueOf(row.getString("mode")),
                Cause.valueOf(row.getString("cause")),
                Step.valueOf(row.getString("step")),
                row.getString("position"),
                row.getBoolean("is_started"),
                row.getObject("moved_since", Long.class),
                row.getObject("entries_since", LocalDate.class),
                row.getObject("events_after", Long.class),
                row.getLong("events_up_to"),
                offsets == null ? Map.of() : JsonMapper.shared().readValue(offsets, OFFSETS),
                row.getLong("drifts"),
                row.getInt("attempts"));
    }

    /** Sets the bounds of what the run looks at, once. Both are read where it then looks. */
    void start(Run run, long epoch, int mostEvents) throws SQLException {
        record Bounds(long horizon, long relayed) {}
        Bounds bounds;
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_BOUNDS);
                ResultSet row = statement.executeQuery()) {
            row.next();
            bounds = new Bounds(row.getLong("horizon"), row.getLong("relayed"));
        }
        Transaction.run(dataSource, connection -> {
            lease.keepIn(connection, epoch);
            try (PreparedStatement statement = connection.prepareStatement(START)) {
                statement.setLong(1, bounds.horizon());
                statement.setLong(2, bounds.relayed());
                statement.setLong(3, mostEvents);
                statement.setObject(4, run.runId());
                statement.setObject(5, run.runId());
                return statement.executeUpdate();
            }
        });
    }

    /** Tells people of what was seen, and moves the run on behind it or to its end. */
    void advance(Run run, long epoch, Examined seen, String seenAt) throws SQLException {
        Step nextStep = seen.position() == null ? run.step().next() : run.step();
        boolean isFinished = seen.position() == null && run.step() == Step.EVENTS;
        int told = (int) Math.max(0, Math.min(seen.drifts().size(), mostIncidents - run.drifts()));
        Transaction.run(dataSource, connection -> {
            lease.keepIn(connection, epoch);
            DriftIncidents.tell(connection, run.runId(), seenAt, seen.drifts().subList(0, told));
            advanceIn(connection, run, seen, nextStep, isFinished);
            if (isFinished) {
                remember(connection, run, seen.eventOffsets());
            }
            return isFinished;
        });
    }

    private static void advanceIn(Connection connection, Run run, Examined seen, Step nextStep, boolean isFinished)
            throws SQLException {
        String position = seen.position();
        try (PreparedStatement statement = connection.prepareStatement(ADVANCE)) {
            statement.setString(1, nextStep.name());
            statement.setString(2, position == null ? "" : position);
            statement.setLong(3, run.step() == Step.ACCOUNTS ? seen.count() : 0);
            statement.setLong(4, run.step() == Step.SELECTIONS ? seen.count() : 0);
            statement.setLong(5, run.step() == Step.EVENTS ? seen.count() : 0);
            statement.setLong(6, seen.rowsRead());
            statement.setLong(7, seen.drifts().size());
            statement.setLong(8, seen.leftOut());
            statement.setBoolean(9, seen.leftOut() > 0);
            statement.setBoolean(10, isFinished);
            statement.setObject(11, run.runId());
            statement.executeUpdate();
        }
    }

    private static void remember(Connection connection, Run run, @Nullable Map<Integer, Long> offsets)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REMEMBER_WHAT_MOVED)) {
            statement.setObject(1, run.runId());
            statement.executeUpdate();
        }
        if (offsets != null) {
            try (PreparedStatement statement = connection.prepareStatement(REMEMBER_EVENTS)) {
                statement.setString(1, JsonMapper.shared().writeValueAsString(new HashMap<>(offsets)));
                statement.setObject(2, run.runId());
                statement.executeUpdate();
            }
        }
    }

    /** Notes why the run did not go on. */
    void noteFailure(Run run, Exception failure) throws SQLException {
        String text = failure.toString();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(NOTE_FAILURE)) {
            statement.setString(1, text.substring(0, Math.min(text.length(), MAX_ERROR_CHARACTERS)));
            statement.setObject(2, run.runId());
            statement.executeUpdate();
        }
    }
}
