/** Upkeep of the tables: day partitions stand before their day begins. */
@NullMarked
package matchnight.settlement.maintenance;

import org.jspecify.annotations.NullMarked;
