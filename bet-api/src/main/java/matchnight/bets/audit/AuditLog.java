package matchnight.bets.audit;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** What people and programs did to accounts and markets. Written in the caller's transaction: no effect without its row. */
@Component
public final class AuditLog {

    private static final String INSERT_ROW = """
            INSERT INTO audit_log (actor, action, subject, reason, detail)
            VALUES (:actor, :action, :subject, :reason, CAST(:detail AS jsonb))
            """;

    private static final JsonMapper JSON = new JsonMapper();

    private final JdbcClient jdbc;

    AuditLog(@Qualifier("placementJdbc") JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds a row.
     *
     * @param actor the subject of the token
     * @param subject what it was done to, such as {@code account/a1} or {@code market/m1}
     * @param detail JSON values by name
     */
    public void record(
            String actor,
            String action,
            String subject,
            @Nullable String reason,
            Map<String, ? extends Object> detail) {
        jdbc.sql(INSERT_ROW)
                .param("actor", actor)
                .param("action", action)
                .param("subject", subject)
                .param("reason", reason)
                .param("detail", JSON.writeValueAsString(detail))
                .update();
    }
}
