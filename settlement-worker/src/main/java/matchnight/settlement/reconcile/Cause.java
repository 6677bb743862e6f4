package matchnight.settlement.reconcile;

/** Who wanted a run. */
enum Cause {
    SCHEDULE,
    PERSON
}
