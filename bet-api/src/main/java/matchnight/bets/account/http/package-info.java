/** Accounts over HTTP. */
@NullMarked
package matchnight.bets.account.http;

import org.jspecify.annotations.NullMarked;
