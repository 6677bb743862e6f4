package matchnight.bets.market;

/** Whether a market takes bets. Its event and each selection have a say of their own. */
public enum MarketStatus {
    OPEN,
    SUSPENDED,
    /** Like SUSPENDED, and meant to last: a suspend leaves it as it is. */
    CLOSED
}
