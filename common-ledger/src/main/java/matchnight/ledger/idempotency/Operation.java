package matchnight.ledger.idempotency;

/** What a key was sent for: the same key names another submission in another operation. */
public enum Operation {
    BET,
    DEPOSIT,
    WITHDRAWAL
}
