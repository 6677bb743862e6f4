package matchnight.bets.bet;

/** The bets of the contract: how legs combine into lines. */
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
