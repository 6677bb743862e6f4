/** Bets as they stand, and what became of a request: reads that take no lock and change nothing. */
@NullMarked
package matchnight.bets.history;

import org.jspecify.annotations.NullMarked;
