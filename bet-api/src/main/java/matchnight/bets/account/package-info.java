/** Accounts: opening them, their states, balances and statements. Money moves elsewhere. */
@NullMarked
package matchnight.bets.account;

import org.jspecify.annotations.NullMarked;
