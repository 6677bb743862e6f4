/** The catalogue and its gate: markets, their prices and limits, and whether they can be bet on. */
@NullMarked
package matchnight.bets.market;

import org.jspecify.annotations.NullMarked;
