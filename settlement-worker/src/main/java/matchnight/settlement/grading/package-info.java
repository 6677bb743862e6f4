/**
 * What a bet returns: a pure function of the stored results of its legs' markets and of what the bet stored.
 *
 * <p>Exact to the end: a leg's factor is {@code F = v + (1 - v) * w * d * e} with the void part {@code v}, won {@code w},
 * the dead heat's share {@code d}, and {@code e} the price after deductions; a bet returns its unit stake times the sum over
 * its lines of the product of their legs' factors, rounded once.
 */
@NullMarked
package matchnight.settlement.grading;

import org.jspecify.annotations.NullMarked;
