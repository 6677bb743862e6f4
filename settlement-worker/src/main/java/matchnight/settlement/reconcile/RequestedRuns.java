package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.audit.AuditLog;

/** Asks for runs that a person wants. */
final class RequestedRuns {

    private static final String REQUEST = """
            INSERT INTO reconciliation_run (mode, cause, requested_by, reason)
            VALUES (?, 'PERSON', ?, ?)
            ON CONFLICT (cause, mode) WHERE finished_at IS NULL DO NOTHING
            RETURNING run_id
            """;

    private final DataSource dataSource;

    RequestedRuns(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The run's id; empty while one of the mode that a person wanted is still to be done. */
    Optional<UUID> request(Mode mode, String actor, String reason) throws SQLException {
        return Transaction.run(dataSource, connection -> {
            Optional<UUID> runId = insert(connection, mode, actor, reason);
            if (runId.isPresent()) {
                AuditLog.record(
                        connection,
                        actor,
                        "RECONCILIATION_REQUESTED",
                        "reconciliation/" + runId.get(),
                        reason,
                        Map.of("mode", mode.name()));
            }
            return runId;
        });
    }

    private static Optional<UUID> insert(Connection connection, Mode mode, String actor, String reason)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REQUEST)) {
            statement.setString(1, mode.name());
            statement.setString(2, actor);
            statement.setString(3, reason);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(row.getObject(1, UUID.class)) : Optional.empty();
            }
        }
    }
}
