/**
 * Group commit: commands that arrive while a transaction commits share the next one. Knows accounts and keys, and nothing of
 * what the commands do; correctness never rests on it.
 */
@NullMarked
package matchnight.bets.commit;

import org.jspecify.annotations.NullMarked;
