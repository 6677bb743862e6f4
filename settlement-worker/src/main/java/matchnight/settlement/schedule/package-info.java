/** Work that a worker does again and again beside settling: each kind in a thread of its own, none in another's way. */
@NullMarked
package matchnight.settlement.schedule;

import org.jspecify.annotations.NullMarked;
