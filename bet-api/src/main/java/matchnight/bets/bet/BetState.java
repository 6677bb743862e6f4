package matchnight.bets.bet;

/** Where a bet stands, by its newest settlement. */
public enum BetState {
    OPEN,
    SETTLED,
    VOIDED
}
