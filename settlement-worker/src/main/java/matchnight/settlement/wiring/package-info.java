/** How the service is put together: pools, tokens, clients, the web server. Features do not know it. */
@NullMarked
package matchnight.settlement.wiring;

import org.jspecify.annotations.NullMarked;
