/** What goes wrong, as clients see it: one list of codes, each with its status and whether another try can help. */
@NullMarked
package matchnight.bets.problem;

import org.jspecify.annotations.NullMarked;
