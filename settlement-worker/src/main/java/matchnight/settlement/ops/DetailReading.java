package matchnight.settlement.ops;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads what a person has to see of one incident or one dead letter to decide it. */
final class DetailReading {

    // What counts now stands beside what was refused. Both are told whole: they were one record each.
    private static final String INCIDENT = """
            SELECT row_to_json(found)
              FROM (SELECT incident_id AS "incidentId", kind, subject, owner, opened_at AS "openedAt",
                           resolved_at AS "resolvedAt", detail,
                           CASE WHEN kind = 'RESULT_CONFLICT' THEN
                               (SELECT json_build_object('type', type, 'certainty', certainty, 'outcomes', outcomes,
                                                         'from', window_from, 'to', window_to)
                                  FROM standing_result_event
                                 WHERE market_id = detail ->> 'marketId'
                                   AND version = (detail ->> 'version')::bigint) END AS standing,
                           CASE WHEN kind = 'RESULT_CONFLICT' THEN
                               (SELECT coalesce(sum(bets_settled), 0)
                                  FROM settlement_part
                                 WHERE market_id = detail ->> 'marketId') END AS settlements
                      FROM incident
                     WHERE incident_id = ?) AS found
            """;

    private static final String DEAD_LETTER = """
            SELECT topic, record_partition, record_offset, reason_code, reason,
                   substring(record_value FROM 1 FOR 16384) AS record_value, length(record_value) AS bytes
              FROM dead_letter
             WHERE dead_letter_id = ?
            """;

    private final DataSource reader;

    DetailReading(DataSource reader) {
        this.reader = reader;
    }

    /** An incident; of a conflict of results also {@code standing}, what counts now, and {@code settlements} by it. */
    Optional<ObjectNode> incident(UUID incidentId) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(INCIDENT)) {
            statement.setObject(1, incidentId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of((ObjectNode) JsonMapper.shared().readTree(row.getString(1)))
                        : Optional.empty();
            }
        }
    }

    /** A dead letter with the beginning of its record as text, and how many bytes the record has. */
    Optional<ObjectNode> deadLetter(UUID deadLetterId) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(DEAD_LETTER)) {
            statement.setObject(1, deadLetterId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(deadLetter(row)) : Optional.empty();
            }
        }
    }

    private static ObjectNode deadLetter(ResultSet row) throws SQLException {
        return JsonNodeFactory.instance
                .objectNode()
                .put("topic", row.getString("topic"))
                .put("partition", row.getInt("record_partition"))
                .put("offset", row.getLong("record_offset"))
                .put("reasonCode", row.getString("reason_code"))
                .put("reason", row.getString("reason"))
                .put("record", asText(row.getBytes("record_value")))
                .put("recordBytes", row.getLong("bytes"));
    }

    // A record may be anything: what is no UTF-8 is shown by the replacement character.
    private static @Nullable String asText(byte @Nullable [] record) {
        return record == null ? null : new String(record, StandardCharsets.UTF_8);
    }
}
