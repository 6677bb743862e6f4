/** How the service is put together: pools, tokens, limits, the web server. Features do not know it. */
@NullMarked
package matchnight.bets.wiring;

import org.jspecify.annotations.NullMarked;
