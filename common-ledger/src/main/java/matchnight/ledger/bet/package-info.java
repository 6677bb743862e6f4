/** How legs make bets: types, lines and the sums over them. Exact, and without I/O. */
@NullMarked
package matchnight.ledger.bet;

import org.jspecify.annotations.NullMarked;
