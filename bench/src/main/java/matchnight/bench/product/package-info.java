/** The running product as anybody sees it from outside: its HTTP calls, its topics, its metrics, and read-only connections. */
@NullMarked
package matchnight.bench.product;

import org.jspecify.annotations.NullMarked;
