package matchnight.ledger.posting;

/**
 * A movement with its number in the account's history and both balances after it, in minor units: enough for any row to
 * be audited against the one before.
 */
public record Entry(Movement movement, long version, long available, long reserved) {}
