package matchnight.settlement.plan;

/** What a settlement makes of a bet. The names are those of the database's {@code bet_settlement_kind}. */
public enum SettlementKind {
    SETTLED,
    VOIDED,
    REOPENED
}
