package matchnight.bets.market;

/** Whether an event's markets, or a selection, may take bets. */
public enum OpenOrSuspended {
    OPEN,
    SUSPENDED
}
