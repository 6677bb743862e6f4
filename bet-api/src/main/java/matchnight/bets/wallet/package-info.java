/** Deposits and withdrawals, under the same keys and in the same order of locks as bets. */
@NullMarked
package matchnight.bets.wallet;

import org.jspecify.annotations.NullMarked;
