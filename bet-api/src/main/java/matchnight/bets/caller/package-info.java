/** Who calls, and for whose account they may act. */
@NullMarked
package matchnight.bets.caller;

import org.jspecify.annotations.NullMarked;
