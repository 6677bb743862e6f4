/** Amounts, prices and the one rounding rule. Everything is exact until the single rounding of a bet's returns; nothing here is ever a float. */
@NullMarked
package matchnight.ledger.money;

import org.jspecify.annotations.NullMarked;
