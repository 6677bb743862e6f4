/** Rows of Java handed to one set-based statement as arrays, a column each. */
@NullMarked
package matchnight.ledger.sql;

import org.jspecify.annotations.NullMarked;
