/** Who owns money, and the one order in which balance rows are locked. */
@NullMarked
package matchnight.ledger.account;

import org.jspecify.annotations.NullMarked;
