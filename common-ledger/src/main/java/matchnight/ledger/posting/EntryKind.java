package matchnight.ledger.posting;

/** Why a balance moved. The names are those of the database's {@code ledger_entry_kind}. */
public enum EntryKind {
    DEPOSIT,
    WITHDRAWAL,
    STAKE_RESERVED,
    STAKE_RELEASED,
    STAKE_DEBITED,
    RETURNS_CREDITED,
    STAKE_RELEASE_REVERSED,
    STAKE_DEBIT_REVERSED,
    RETURNS_CREDIT_REVERSED,
    CARRIED_FORWARD
}
