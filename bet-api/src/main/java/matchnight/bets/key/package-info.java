/** The Idempotency-Key of a request, and the short wait for another request that holds it. */
@NullMarked
package matchnight.bets.key;

import org.jspecify.annotations.NullMarked;
