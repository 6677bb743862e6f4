/** Upkeep of the tables: day partitions stand before their day begins, and what would keep vacuum from its work is seen. */
@NullMarked
package matchnight.settlement.maintenance;

import org.jspecify.annotations.NullMarked;
