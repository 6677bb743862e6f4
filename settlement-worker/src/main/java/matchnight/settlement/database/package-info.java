/** What a failure of the database means for the record in hand. */
@NullMarked
package matchnight.settlement.database;

import org.jspecify.annotations.NullMarked;
