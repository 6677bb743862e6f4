package matchnight.bets.audit;

import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** What people and programs did to accounts and markets. Written in the caller's transaction: no effect without its row. */
public final class AuditLog {

    private static final String INSERT_ROW = """
            INSERT INTO audit_log (actor, action, subject, reason, detail)
            VALUES (:actor, :action, :subject, :reason, CAST(:detail AS jsonb))
            """;

    private static final JsonMapper JSON = new JsonMapper();

    private AuditLog() {}

    /** Adds a row through a client of the role bet_api. */
    public static void record(JdbcClient jdbc, AuditEntry entry) {
        jdbc.sql(INSERT_ROW)
                .param("actor", entry.actor())
                .param("action", entry.action())
                .param("subject", entry.subject())
                .param("reason", entry.reason())
                .param("detail", JSON.writeValueAsString(new TreeMap<>(entry.detail())))
                .update();
    }
}
