/** How this service talks to its database: one transaction at a time, and what a failure of one means. */
@NullMarked
package matchnight.settlement.database;

import org.jspecify.annotations.NullMarked;
