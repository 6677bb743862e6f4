/** {@code /v1/rates}. Nobody depends on this package. */
@NullMarked
package matchnight.bets.rate.http;

import org.jspecify.annotations.NullMarked;
