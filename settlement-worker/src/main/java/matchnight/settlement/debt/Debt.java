package matchnight.settlement.debt;

import java.time.Instant;
import java.util.UUID;

/**
 * An account that is below zero.
 *
 * @param debt how far, in major units
 * @param since when it fell below zero
 * @param owner the desk of the bet whose settlement took it there
 */
record Debt(
        String accountId,
        String currency,
        String debt,
        Instant since,
        String owner,
        UUID betId,
        int settlementVersion) {}
