/** Deposits and withdrawals over HTTP. Nobody depends on this package. */
@NullMarked
package matchnight.bets.wallet.http;

import org.jspecify.annotations.NullMarked;
