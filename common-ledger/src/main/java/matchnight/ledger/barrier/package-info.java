/** Waiting for transactions that others were running: what closes a gate and what closes a relay's window. */
@NullMarked
package matchnight.ledger.barrier;

import org.jspecify.annotations.NullMarked;
