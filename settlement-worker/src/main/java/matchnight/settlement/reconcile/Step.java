package matchnight.settlement.reconcile;

/** What a run looks at, in this order. */
enum Step {
    ACCOUNTS,
    SELECTIONS,
    EVENTS
}
