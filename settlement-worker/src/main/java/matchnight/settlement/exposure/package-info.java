/**
 * What voids do to the liability that selections carry, done behind settlement's back: settlements leave rows, and a fold
 * of its own works them in, because placement wants the counters and settlement must not hold them.
 */
@NullMarked
package matchnight.settlement.exposure;

import org.jspecify.annotations.NullMarked;
