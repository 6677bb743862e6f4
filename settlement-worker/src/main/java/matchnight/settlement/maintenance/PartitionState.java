package matchnight.settlement.maintenance;

/** How far the partition of one table and day is on its way out. */
enum PartitionState {
    /** Rows are read and written through the parent. */
    ATTACHED,
    /** A detach was begun and did not end: no new query sees the rows, and the parent still lists the partition. */
    DETACHING,
    /** A table of its own, beside the others. */
    DETACHED,
    /** Archived, or never there. */
    GONE
}
