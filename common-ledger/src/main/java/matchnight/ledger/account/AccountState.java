package matchnight.ledger.account;

/** Whether an account may place bets. No state ever keeps a settlement from being paid. */
public enum AccountState {
    ACTIVE,
    SUSPENDED,
    SELF_EXCLUDED,
    CLOSED
}
