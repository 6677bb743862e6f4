/**
 * A copy of the markets in memory, kept fresh from the database's changes. It spares reading the same terms for every bet;
 * whether a bet is taken is for the transaction to say, which compares the version.
 */
@NullMarked
package matchnight.bets.catalogue;

import org.jspecify.annotations.NullMarked;
