package matchnight.settlement.reconcile;

/** What a run looks at, in this order. */
enum Step {
    ACCOUNTS,
    SELECTIONS,
    EVENTS;

    /** What comes behind it; the last is followed by itself. */
    Step next() {
        return switch (this) {
            case ACCOUNTS -> SELECTIONS;
            case SELECTIONS, EVENTS -> EVENTS;
        };
    }
}
