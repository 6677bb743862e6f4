/**
 * Computes a bet's returns again from the proof that stands with each of its settlements, and says whether every figure
 * comes out equal. It shares amounts, prices and fractions with whoever settles bets, and none of the grading: what two
 * programs compute in two ways is worth comparing. Pure; {@code docs/settlement.md} describes the form of a proof.
 */
@NullMarked
package matchnight.ledger.proof;

import org.jspecify.annotations.NullMarked;
