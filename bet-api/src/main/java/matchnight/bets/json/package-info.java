/** Reading JSON strictly: what a client sent is either exactly what the contract says, or refused with the place named. */
@NullMarked
package matchnight.bets.json;

import org.jspecify.annotations.NullMarked;
