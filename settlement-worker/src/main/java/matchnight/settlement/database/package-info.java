/** What a failure of the database means for the record in hand, and who else is at work in it. */
@NullMarked
package matchnight.settlement.database;

import org.jspecify.annotations.NullMarked;
