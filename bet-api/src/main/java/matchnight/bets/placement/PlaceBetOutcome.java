package matchnight.bets.placement;

import matchnight.bets.bet.BetView;
import matchnight.ledger.account.AccountBalance;

/** What became of a command. All of these are expected; none rolls anything back. */
public sealed interface PlaceBetOutcome {

    /**
     * The bet stands.
     *
     * @param bet as it was accepted, whatever happened to it since
     * @param balance what its hold left
     * @param replayed whether this is the first answer once more
     */
    record Accepted(BetView bet, AccountBalance balance, boolean replayed) implements PlaceBetOutcome {}

    /** A business refusal, which stands under the key like an acceptance. */
    record Refused(Refusal refusal, boolean replayed) implements PlaceBetOutcome {}

    /** The key stands for an acceptance whose rows have been retired: it happened, and cannot be told again. */
    record Retired() implements PlaceBetOutcome {}

    /** The key stands for another request. */
    record KeyReused() implements PlaceBetOutcome {}

    /** Another transaction holds the key at this moment: nothing was done, and its outcome is not known yet. */
    record KeyInUse() implements PlaceBetOutcome {}
}
