package matchnight.ledger.account;

/** A balance that nobody else can move until this transaction ends, and whether its owner may bet at that moment. */
public record LockedAccount(AccountBalance balance, AccountState state) {}
