package matchnight.settlement.progress;

/**
 * How far a market's settlement is.
 *
 * @param version of the newest result event stored; 0 while there is none
 * @param betsSettled bets whose newest settlement stands
 * @param betsOpen the market's other bets
 * @param oldestAgeSeconds since the oldest event that is not wholly applied; 0 when all are
 */
public record MarketProgress(
        String marketId, long version, State state, long betsSettled, long betsOpen, double oldestAgeSeconds) {

    /** Where the job stands. */
    public enum State {
        /** No result event has come. */
        NO_RESULT,
        /** A result waits for a worker. */
        WAITING,
        /** A worker is on it. */
        SETTLING,
        /** A person paused it, or everything. */
        PAUSED,
        /** The last try failed; the next one comes after a pause. */
        FAILING,
        /** Everything that came is applied. */
        APPLIED
    }
}
