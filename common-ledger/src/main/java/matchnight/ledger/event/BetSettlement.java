package matchnight.ledger.event;

import java.time.Instant;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * What became of a bet by one of its settlements; a later version replaces it.
 *
 * @param version counts the bet's own settlements from 1
 * @param returns what the account is paid, the stake included; absent exactly when the bet is open again
 * @param causeType the kind of thing that settled it, and {@code causeRef} which one
 * @param proof how the returns were worked out: a JSON object
 */
public record BetSettlement(
        int version,
        Outcome outcome,
        @Nullable Money returns,
        String causeType,
        String causeRef,
        Instant settledAt,
        String proof) {

    /** The names are those of the database's {@code bet_settlement_kind}. */
    public enum Outcome {
        SETTLED("SETTLED"),
        VOIDED("VOIDED"),
        REOPENED("OPEN");

        private final String state;

        Outcome(String state) {
            this.state = state;
        }

        /** The state that the contract gives to a bet with this newest settlement. */
        public String betState() {
            return state;
        }
    }

    /**
     * Checks that returns are there unless the bet is open again.
     *
     * @throws IllegalArgumentException if not
     */
    public BetSettlement {
        if ((returns == null) != (outcome == Outcome.REOPENED)) {
            throw new IllegalArgumentException("Settlement " + version + " is " + outcome + " with returns " + returns);
        }
    }
}
