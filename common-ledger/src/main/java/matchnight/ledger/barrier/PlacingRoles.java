package matchnight.ledger.barrier;

import java.util.Set;

/**
 * The database roles that place bets. Whoever shuts something waits for their transactions, so a second placing role is
 * added here before anything runs under it.
 */
public final class PlacingRoles {

    public static final Set<String> NAMES = Set.of("bet_api");

    private PlacingRoles() {}
}
