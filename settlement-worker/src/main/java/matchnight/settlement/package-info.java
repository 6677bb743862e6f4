/**
 * The service that settles: it takes results in, grades bets and pays them in bounded batches.
 *
 * <p>Data flows from {@code intake} through {@code grading} and {@code plan}, which are pure, to {@code apply}, which
 * writes.
 */
@NullMarked
package matchnight.settlement;

import org.jspecify.annotations.NullMarked;
