/** Identities of the catalogue: events, markets and selections. */
@NullMarked
package matchnight.ledger.market;

import org.jspecify.annotations.NullMarked;
