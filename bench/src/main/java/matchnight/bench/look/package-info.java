/** {@code look}: asks the worker which mechanism owns the latency, or judges readings that somebody brings. */
@NullMarked
package matchnight.bench.look;

import org.jspecify.annotations.NullMarked;
