/** A bet as clients see it: read from its rows, and rendered to the same bytes every time. */
@NullMarked
package matchnight.bets.bet;

import org.jspecify.annotations.NullMarked;
