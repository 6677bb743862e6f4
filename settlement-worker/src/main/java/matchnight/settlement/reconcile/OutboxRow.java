package matchnight.settlement.reconcile;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the outbox.
 *
 * @param settlementVersion 0 where it tells of no settlement
 */
record OutboxRow(
        long id,
        String type,
        String accountId,
        long accountVersion,
        @Nullable String betId,
        int settlementVersion,
        Instant writtenAt) {}
