package matchnight.settlement.maintenance;

/**
 * Why a day cannot be retired.
 *
 * @param found how many rows stand in the way
 * @param example one of them: a bet, a market, a relay or an outbox row
 */
public record Obstacle(Reason reason, long found, String example) {

    /** The names are those of the database's {@code retirement_obstacles}. */
    public enum Reason {
        /** Bets that no settlement stands for: never settled, or opened again. */
        OPEN_BETS,
        /** Bets on markets of which a result, a replay or a decision is not wholly applied. */
        UNAPPLIED_RESULTS,
        /** Bets that settlement passed over. */
        BETS_PASSED_OVER,
        /** Bets whose exposure is still to be given back or taken again. */
        EXPOSURE_DUE,
        /** The relay's cursor stands in the day or close behind it. */
        RELAY_READS_IT,
        /** Events that tell of the day's bets and are not published yet. */
        EVENTS_NOT_RELAYED
    }

    @Override
    public String toString() {
        return reason + " (" + found + ", first " + example + ")";
    }
}
