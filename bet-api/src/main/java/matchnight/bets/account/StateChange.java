package matchnight.bets.account;

import java.time.Instant;
import matchnight.ledger.account.AccountState;
import org.jspecify.annotations.Nullable;

/**
 * A wanted change of an account's state.
 *
 * @param until when SUSPENDED or SELF_EXCLUDED ends by itself; null for never
 * @param reason for the audit, never empty
 */
public record StateChange(AccountState state, @Nullable Instant until, String reason) {

    public static final int MOST_REASON_CHARACTERS = 500;

    /** Whether a state may end by itself. */
    public static boolean mayEnd(AccountState state) {
        return state == AccountState.SUSPENDED || state == AccountState.SELF_EXCLUDED;
    }
}
