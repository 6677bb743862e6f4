/**
 * Compares, while the services run, what is stored twice: the ledger with the balances, what is reserved with the open bets,
 * exposure with the standing bets, the outbox with {@code bet-events}. What differs becomes an incident that names where;
 * nothing is mended.
 */
@NullMarked
package matchnight.settlement.reconcile;

import org.jspecify.annotations.NullMarked;
