/** Lists, a bounded page at a time, each beginning where the one before ended. */
@NullMarked
package matchnight.bets.page;

import org.jspecify.annotations.NullMarked;
