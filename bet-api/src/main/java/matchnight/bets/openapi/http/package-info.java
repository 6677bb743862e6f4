/** The description of this service, for people and programs that call it. */
@NullMarked
package matchnight.bets.openapi.http;

import org.jspecify.annotations.NullMarked;
