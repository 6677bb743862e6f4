/** The catalogue over HTTP. */
@NullMarked
package matchnight.bets.market.http;

import org.jspecify.annotations.NullMarked;
