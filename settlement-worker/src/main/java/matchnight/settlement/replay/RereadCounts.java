package matchnight.settlement.replay;

/**
 * What becomes of records that are read again; each counts once.
 *
 * @param stored events that are missing and newer than all of their market
 * @param older events that are missing below a newer one
 * @param duplicates events that stand stored with this content
 * @param conflicts events of a version that stands stored with other content
 * @param deadLetters records that cannot be applied, parked ones included
 */
public record RereadCounts(long records, long stored, long older, long duplicates, long conflicts, long deadLetters) {}
