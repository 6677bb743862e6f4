package matchnight.settlement.result;

/** How sure the feed is of a result. A market pays on {@code CONFIRMED} unless it says otherwise. */
public enum Certainty {
    LIVE,
    CONFIRMED
}
