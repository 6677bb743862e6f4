/**
 * The match night, the load generator, the benchmarks and the experiments.
 *
 * <p>Everything here looks at the product from outside: over HTTP, Kafka and read-only SQL.
 */
@NullMarked
package matchnight.bench;

import org.jspecify.annotations.NullMarked;
