/** How people retire days of history, and see what stands in the way. */
@NullMarked
package matchnight.settlement.retention;

import org.jspecify.annotations.NullMarked;
