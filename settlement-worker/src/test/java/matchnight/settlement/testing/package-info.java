/** What the tests of this module share: a small world of markets, accounts and bets in a database of its own. */
@NullMarked
package matchnight.settlement.testing;

import org.jspecify.annotations.NullMarked;
