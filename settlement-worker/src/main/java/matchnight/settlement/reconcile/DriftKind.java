package matchnight.settlement.reconcile;

/** What may drift apart; the names are those of the incidents. */
enum DriftKind {
    /** A balance from its entries. */
    LEDGER_DRIFT("ledger-drift"),
    /** What is reserved from the open bets. */
    RESERVED_DRIFT("reserved-drift"),
    /** A selection's exposure from its standing bets. */
    EXPOSURE_DRIFT("exposure-drift"),
    /** The topic from the outbox. */
    EVENT_DRIFT("event-drift");

    private final String anchor;

    DriftKind(String anchor) {
        this.anchor = anchor;
    }

    /** Where the runbook says what to do. */
    String runbook() {
        return "docs/runbook.md#" + anchor;
    }
}
