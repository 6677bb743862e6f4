/** Bets over HTTP, to be read. Nobody depends on this package. */
@NullMarked
package matchnight.bets.history.http;

import org.jspecify.annotations.NullMarked;
