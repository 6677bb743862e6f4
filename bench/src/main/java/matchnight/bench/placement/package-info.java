/**
 * {@code bench placement}: how many bets a second are taken over HTTP, beside what raw JDBC does as one bet a transaction on
 * the same server in the same run, and what becomes of placement under the loads that hurt.
 */
@NullMarked
package matchnight.bench.placement;

import org.jspecify.annotations.NullMarked;
