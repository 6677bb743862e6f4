/** The only way money moves: movements become numbered entries, and balances follow from them in one statement. */
@NullMarked
package matchnight.ledger.posting;

import org.jspecify.annotations.NullMarked;
