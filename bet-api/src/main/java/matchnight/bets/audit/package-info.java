/** Who did what, when and why. */
@NullMarked
package matchnight.bets.audit;

import org.jspecify.annotations.NullMarked;
