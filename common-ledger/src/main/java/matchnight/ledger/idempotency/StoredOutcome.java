package matchnight.ledger.idempotency;

import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The first answer under a key, as references: the reply is rendered again from the rows that it names.
 *
 * @param outcome {@link #ACCEPTED} or the code of the refusal
 * @param detail what a refusal said beside its code, as JSON
 * @param betId the accepted bet
 * @param entry the ledger entry that the acceptance wrote
 * @param replyVersion which renderer wrote the first answer
 */
public record StoredOutcome(
        RequestHash requestHash,
        String outcome,
        @Nullable String detail,
        @Nullable UUID betId,
        @Nullable EntryReference entry,
        short replyVersion) {

    public static final String ACCEPTED = "ACCEPTED";

    /** Where a ledger entry of the key's account stands. */
    public record EntryReference(long version, LocalDate writtenOn) {}

    public boolean isAccepted() {
        return outcome.equals(ACCEPTED);
    }
}
