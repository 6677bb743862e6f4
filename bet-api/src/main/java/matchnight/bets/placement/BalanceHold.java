package matchnight.bets.placement;

import java.time.Duration;

/** Is told when a transaction begins to hold balances. */
@FunctionalInterface
interface BalanceHold {

    /** Balances are held now, and have been for {@code already}. */
    void begins(Duration already);
}
