/**
 * Stakes that are held: bets that are open past their deadline, each with the desk that answers for it, and the remedy, a
 * void by a person.
 */
@NullMarked
package matchnight.settlement.hold;

import org.jspecify.annotations.NullMarked;
