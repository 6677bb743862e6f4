/**
 * Says which mechanism owns the latency: readings in, verdicts out. Nothing here reads a clock, a database or a network; {@code
 * reading} takes the readings of the running system, {@code http} answers with what they say.
 */
@NullMarked
package matchnight.settlement.diagnosis;

import org.jspecify.annotations.NullMarked;
