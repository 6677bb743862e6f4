package matchnight.bets.wallet;

import java.time.Instant;
import java.util.UUID;
import matchnight.ledger.account.AccountBalance;

/** What became of a deposit or withdrawal. */
public sealed interface MoveFundsOutcome {

    /** The money moved, leaving this balance at this moment. {@code replayed}: the first answer once more. */
    record Completed(UUID transactionId, AccountBalance balance, Instant at, boolean replayed)
            implements MoveFundsOutcome {}

    /** A business refusal, which stands under the key. */
    record Refused(Reason reason, boolean replayed) implements MoveFundsOutcome {}

    /** No such account; nothing is stored, the key may be used once there is one. */
    record UnknownAccount() implements MoveFundsOutcome {}

    /** The key stands for an acceptance whose rows have been retired: it happened, and cannot be told again. */
    record Retired() implements MoveFundsOutcome {}

    /** The key stands for another request. */
    record KeyReused() implements MoveFundsOutcome {}

    /** Another transaction holds the key: nothing was done. */
    record KeyInUse() implements MoveFundsOutcome {}

    /** Why money was not moved. */
    enum Reason {
        CURRENCY_MISMATCH,
        INSUFFICIENT_FUNDS,
        /** The balance would exceed what an account can hold, {@value AccountBalance#MAX_MINOR_UNITS} minor units. */
        BALANCE_LIMIT
    }
}
