/**
 * The console that a person watches during a match: what placement and settlement do, second by second, on one time axis,
 * and what waits for a person.
 */
@NullMarked
package matchnight.settlement.ops;

import org.jspecify.annotations.NullMarked;
