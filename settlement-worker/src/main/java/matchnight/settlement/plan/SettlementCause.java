package matchnight.settlement.plan;

import java.util.UUID;
import matchnight.settlement.grading.Cause;

/**
 * Why a settlement is written.
 *
 * @param type of a result event, or {@link Cause#BY_PERSON}
 * @param reference {@code market@version} of the event, or the entry of the audit log
 */
public record SettlementCause(String type, String reference) {

    static SettlementCause of(Cause event) {
        return new SettlementCause(event.type(), event.reference());
    }

    /** A person's decision, which results do not change any more. */
    public static SettlementCause byPerson(UUID auditId) {
        return new SettlementCause(Cause.BY_PERSON, auditId.toString());
    }
}
