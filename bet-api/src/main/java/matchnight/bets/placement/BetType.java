package matchnight.bets.placement;

/** How the legs of a bet make lines. The names are those of the contract and of the database's {@code bet_type}. */
public enum BetType {
    SINGLE,
    ACCUMULATOR,
    TRIXIE,
    PATENT,
    YANKEE,
    LUCKY15,
    CANADIAN,
    LUCKY31,
    HEINZ,
    LUCKY63,
    SUPER_HEINZ,
    GOLIATH
}
