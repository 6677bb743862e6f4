package matchnight.bets.audit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that somebody did.
 *
 * @param actor the subject of the token
 * @param subject what it was done to, such as {@code account/a1} or {@code market/m1}
 * @param detail JSON values by name
 */
public record AuditEntry(
        String actor,
        String action,
        String subject,
        @Nullable String reason,
        Map<String, Object> detail) {

    public AuditEntry {
        detail = Map.copyOf(detail);
    }
}
