package matchnight.settlement.admin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who did what, when and why: newest first, of everything or of one subject. */
@RestController
class AuditTrail {

    private static final String ALL = """
            SELECT audit_id, at, actor, action, subject, reason, detail
              FROM audit_log
             WHERE audit_id < ?
             ORDER BY audit_id DESC
             LIMIT ?
            """;

    private static final String OF_SUBJECT = """
            SELECT audit_id, at, actor, action, subject, reason, detail
              FROM audit_log
             WHERE audit_id < ?
               AND subject = ?
             ORDER BY audit_id DESC
             LIMIT ?
            """;

    private static final int MAX_SUBJECT_CHARACTERS = 300;
    private static final Pattern PRINTABLE = Pattern.compile("[^\\p{Cc}\\p{Cs}]+");

    private final DataSource reader;

    AuditTrail(@Qualifier("readerDataSource") DataSource reader) {
        this.reader = reader;
    }

    record AuditItem(
            UUID auditId,
            Instant at,
            String actor,
            String action,
            String subject,
            @Nullable String reason,
            @Nullable JsonNode detail) {}

    @GetMapping("/admin/audit")
    ListPage<AuditItem> audit(
            @RequestParam(required = false) @Nullable String subject,
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        int size = ListQuery.limit(limit);
        UUID before = ListQuery.idCursor(cursor);
        return ListPage.of(
                read(requireReadable(subject), before, size + 1),
                size,
                item -> item.auditId().toString());
    }

    private static @Nullable String requireReadable(@Nullable String subject) {
        if (subject != null
                && (subject.length() > MAX_SUBJECT_CHARACTERS
                        || !PRINTABLE.matcher(subject).matches())) {
            throw new ProblemException(
                    Problem.invalid("?subject", "must be 1 to " + MAX_SUBJECT_CHARACTERS + " printable characters"));
        }
        return subject;
    }

    private List<AuditItem> read(@Nullable String subject, UUID before, int limit) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(subject == null ? ALL : OF_SUBJECT)) {
            statement.setObject(1, before);
            if (subject != null) {
                statement.setString(2, subject);
            }
            statement.setInt(subject == null ? 2 : 3, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<AuditItem> items = new ArrayList<>();
                while (row.next()) {
                    items.add(item(row));
                }
                return items;
            }
        }
    }

    private static AuditItem item(ResultSet row) throws SQLException {
        String detail = row.getString("detail");
        return new AuditItem(
                row.getObject("audit_id", UUID.class),
                row.getObject("at", OffsetDateTime.class).toInstant(),
                row.getString("actor"),
                row.getString("action"),
                row.getString("subject"),
                row.getString("reason"),
                detail == null ? null : JsonMapper.shared().readTree(detail));
    }
}
