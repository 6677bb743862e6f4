/** {@code POST /v1/bets}: wire types to a command, an outcome to a reply. Nobody depends on this package. */
@NullMarked
package matchnight.bets.placement.http;

import org.jspecify.annotations.NullMarked;
