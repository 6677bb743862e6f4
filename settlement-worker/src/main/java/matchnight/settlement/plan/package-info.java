/** From a page of bets and the results there are to what must be written: settlements and the money they move. Pure. */
@NullMarked
package matchnight.settlement.plan;

import org.jspecify.annotations.NullMarked;
