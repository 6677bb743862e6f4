/** A request's body as bytes that were read whole, before anything parses it. */
@NullMarked
package matchnight.bets.body;

import org.jspecify.annotations.NullMarked;
