/** Debts: accounts below zero because a correction took what had been spent, each with its date and the desk to ask. */
@NullMarked
package matchnight.settlement.debt;

import org.jspecify.annotations.NullMarked;
