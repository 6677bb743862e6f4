@NullMarked
package matchnight.bets.relay;

import org.jspecify.annotations.NullMarked;
