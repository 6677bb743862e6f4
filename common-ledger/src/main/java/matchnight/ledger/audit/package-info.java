/**
 * Read-only proofs that the money is where it should be, one class an invariant: what each of them says must hold at every moment,
 * under any load, after any crash.
 *
 * <p>They look at what is stored and at nothing that the services say about it. Each reads one snapshot in one statement, so they
 * may run beside live traffic. They read whole tables: a tool for tests, rehearsals and investigations. Four of them can also be
 * asked of a slice, some accounts or markets, by the same statement over narrowed tables: that is what reconciliation does.
 */
@NullMarked
package matchnight.ledger.audit;

import org.jspecify.annotations.NullMarked;
