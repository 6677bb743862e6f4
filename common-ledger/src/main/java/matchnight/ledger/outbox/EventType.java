package matchnight.ledger.outbox;

/** What the world is told. The names are those of the CloudEvents {@code type} and of the database's type. */
public enum EventType {
    BetAccepted,
    BetSettled,
    BetResettled,
    BetVoided,
    BalanceChanged
}
