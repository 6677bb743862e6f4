/** What an amount in one currency counts for in another: bets are judged by limits in their markets' currencies. */
@NullMarked
package matchnight.bets.rate;

import org.jspecify.annotations.NullMarked;
