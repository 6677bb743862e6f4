/** The whole product as processes, hurt where it hurts most. */
@NullMarked
package matchnight.bench.endtoend;

import org.jspecify.annotations.NullMarked;
