package matchnight.settlement.audit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** Notes what a person did, in the transaction of its effect: no effect without its row. */
public final class AuditLog {

    private static final String INSERT_ROW = """
            INSERT INTO audit_log (actor, action, subject, reason, detail) VALUES (?, ?, ?, ?, ?::jsonb)
            RETURNING audit_id
            """;

    private static final JsonMapper JSON = JsonMapper.shared();

    private AuditLog() {}

    /**
     * Adds a row through a connection of the role settlement_worker.
     *
     * @param actor the caller's token's subject
     * @param action upper snake case, such as {@code BET_VOIDED}
     * @param subject what it was done to, such as {@code bet/ID}, {@code market/ID} or {@code settlement}
     * @return the row's id
     */
    public static UUID record(
            Connection connection, String actor, String action, String subject, String reason, Map<String, ?> detail)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT_ROW)) {
            statement.setString(1, actor);
            statement.setString(2, action);
            statement.setString(3, subject);
            statement.setString(4, reason);
            statement.setString(5, JSON.writeValueAsString(new TreeMap<>(detail)));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getObject(1, UUID.class);
            }
        }
    }
}
