/** References to what happened, written by the transaction that made it happen; the relay turns them into events. */
@NullMarked
package matchnight.ledger.outbox;

import org.jspecify.annotations.NullMarked;
