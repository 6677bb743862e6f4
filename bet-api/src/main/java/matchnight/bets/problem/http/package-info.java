/** Every error of the web edge, ours or the framework's, ends here as a problem. */
@NullMarked
package matchnight.bets.problem.http;

import org.jspecify.annotations.NullMarked;
