package matchnight.bets.placement;

/** Told when a transaction is about to lock its first balance row. */
interface BalanceHold {
    void begins();
}
