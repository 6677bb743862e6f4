/** What counts of a market's events, and what follows in the catalogue and the queue when it changes. */
@NullMarked
package matchnight.settlement.standing;

import org.jspecify.annotations.NullMarked;
