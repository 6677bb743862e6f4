/**
 * The service that takes bets: placement, markets, accounts, history and the relay of events.
 *
 * <p>Packages are by feature. The {@code http} packages are leaves: they translate and nobody depends on them.
 */
@NullMarked
package matchnight.bets;

import org.jspecify.annotations.NullMarked;
