/**
 * Takes bets: a valid command becomes, in one short transaction, a bet with its hold and its event, or a refusal that
 * stands under the client's key.
 *
 * <p>Read {@link matchnight.bets.placement.PlaceBet}, {@link matchnight.bets.placement.BetPlacement}, {@link
 * matchnight.bets.placement.PlaceBetOutcome} in this order.
 */
@NullMarked
package matchnight.bets.placement;

import org.jspecify.annotations.NullMarked;
