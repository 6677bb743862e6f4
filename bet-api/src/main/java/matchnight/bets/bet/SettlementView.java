package matchnight.bets.bet;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One settlement of a bet.
 *
 * @param kind SETTLED, VOIDED or REOPENED
 * @param returns in minor units of the bet's currency; null when the bet was opened again
 * @param proof a JSON document: what the returns were computed from
 */
public record SettlementView(
        int version,
        Kind kind,
        String causeType,
        String causeRef,
        Instant at,
        @Nullable Long returns,
        String proof) {

    public enum Kind {
        SETTLED,
        VOIDED,
        REOPENED
    }
}
