/** Tests of the benchmarks of settlement. */
@NullMarked
package matchnight.bench.settlement;

import org.jspecify.annotations.NullMarked;
