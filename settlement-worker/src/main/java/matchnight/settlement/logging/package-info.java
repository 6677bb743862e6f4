/** Logging that stays small whatever happens. */
@NullMarked
package matchnight.settlement.logging;

import org.jspecify.annotations.NullMarked;
