/**
 * Settles markets in bounded batches: claims a job, reads a page, and writes its settlements, entries, outbox rows and
 * progress in one short transaction.
 */
@NullMarked
package matchnight.settlement.apply;

import org.jspecify.annotations.NullMarked;
