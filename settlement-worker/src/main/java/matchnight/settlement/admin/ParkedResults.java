package matchnight.settlement.admin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What waits for a person: records that could not be applied, and results that contradict each other. */
@RestController
class ParkedResults {

    private static final String DEAD_LETTERS = """
            SELECT dead_letter_id, topic, record_partition, record_offset, record_key,
                   substring(record_value FROM 1 FOR 65536) AS record_value, reason_code, reason, received_at,
                   retry.retries, retry.state
              FROM dead_letter
             CROSS JOIN LATERAL (
                   SELECT count(*) AS retries,
                          CASE WHEN bool_or(outcome <> 'REFUSED') THEN 'DONE' ELSE 'OPEN' END AS state
                     FROM dead_letter_retry
                    WHERE dead_letter_retry.dead_letter_id = dead_letter.dead_letter_id) AS retry
             WHERE dead_letter_id < ?
             ORDER BY dead_letter_id DESC
             LIMIT ?
            """;

    private static final String INCIDENTS = """
            SELECT incident_id, kind, subject, owner, detail, opened_at, resolved_at, resolved_by, decision, reason
              FROM incident
             WHERE incident_id < ?
             ORDER BY incident_id DESC
             LIMIT ?
            """;

    private final DataSource reader;

    ParkedResults(@Qualifier("readerDataSource") DataSource reader) {
        this.reader = reader;
    }

    /**
     * A record as it was received.
     *
     * @param key base64
     * @param value base64, at most its first 64 KiB
     * @param state {@code DONE} once a retry has taken it in, {@code OPEN} before
     */
    record DeadLetterItem(
            UUID deadLetterId,
            String topic,
            int partition,
            long offset,
            @Nullable String key,
            @Nullable String value,
            String reasonCode,
            String reason,
            Instant receivedAt,
            int retries,
            String state) {}

    record IncidentItem(
            UUID incidentId,
            String kind,
            String subject,
            String owner,
            JsonNode detail,
            Instant openedAt,
            @Nullable Instant resolvedAt,
            @Nullable String resolvedBy,
            @Nullable String decision,
            @Nullable String reason) {}

    @GetMapping("/admin/dead-letters")
    ListPage<DeadLetterItem> deadLetters(
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        int size = ListQuery.limit(limit);
        return ListPage.of(
                read(DEAD_LETTERS, cursor, size, ParkedResults::deadLetter),
                size,
                item -> item.deadLetterId().toString());
    }

    @GetMapping("/admin/incidents")
    ListPage<IncidentItem> incidents(
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        int size = ListQuery.limit(limit);
        return ListPage.of(
                read(INCIDENTS, cursor, size, ParkedResults::incident),
                size,
                item -> item.incidentId().toString());
    }

    @FunctionalInterface
    private interface RowReading<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> read(String sql, @Nullable String cursor, int size, RowReading<T> reading) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, ListQuery.idCursor(cursor));
            statement.setInt(2, size + 1);
            try (ResultSet row = statement.executeQuery()) {
                List<T> items = new ArrayList<>();
                while (row.next()) {
                    items.add(reading.read(row));
                }
                return items;
            }
        }
    }

    private static DeadLetterItem deadLetter(ResultSet row) throws SQLException {
        return new DeadLetterItem(
                row.getObject("dead_letter_id", UUID.class),
                row.getString("topic"),
                row.getInt("record_partition"),
                row.getLong("record_offset"),
                base64(row.getBytes("record_key")),
                base64(row.getBytes("record_value")),
                row.getString("reason_code"),
                row.getString("reason"),
                row.getObject("received_at", OffsetDateTime.class).toInstant(),
                row.getInt("retries"),
                row.getString("state"));
    }

    private static @Nullable String base64(byte @Nullable [] bytes) {
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }

    private static IncidentItem incident(ResultSet row) throws SQLException {
        OffsetDateTime resolved = row.getObject("resolved_at", OffsetDateTime.class);
        return new IncidentItem(
                row.getObject("incident_id", UUID.class),
                row.getString("kind"),
                row.getString("subject"),
                row.getString("owner"),
                JsonMapper.shared().readTree(row.getString("detail")),
                row.getObject("opened_at", OffsetDateTime.class).toInstant(),
                resolved == null ? null : resolved.toInstant(),
                row.getString("resolved_by"),
                row.getString("decision"),
                row.getString("reason"));
    }
}
