/** How people hold settlement up and let it go on: pauses that all workers keep, and the drain of one worker. */
@NullMarked
package matchnight.settlement.pause;

import org.jspecify.annotations.NullMarked;
