/** Clients of the broker, with every setting that money rests on said in one place. */
@NullMarked
package matchnight.settlement.kafka;

import org.jspecify.annotations.NullMarked;
