package matchnight.bets.market;

/** The certainty of a result that a market pays on. */
public enum PaysOn {
    LIVE,
    CONFIRMED
}
