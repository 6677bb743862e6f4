/**
 * {@code bench settlement} and {@code bench burst}: how fast settlement workers settle, what they cost, and what placement feels of
 * it, beside one giant transaction and beside the textbook's design.
 */
@NullMarked
package matchnight.bench.settlement;

import org.jspecify.annotations.NullMarked;
