package matchnight.bets.commit;

/**
 * How a list of commands is to be decided.
 *
 * @param committer which of the committers decides, counted from 0: two that run at once have different numbers
 * @param manner what the transaction may wait for
 */
public record Turn(int committer, Manner manner) {

    /** What a transaction may wait for. */
    public enum Manner {
        /** Many accounts' commands: waits for no balance. */
        TOGETHER,
        /** One command after its batch has failed: as before, and what it waits for otherwise it waits for only shortly. */
        RETRIED_ALONE,
        /** Commands of one account whose balance was held: waits for that balance first, and then for nothing. */
        WAITING_FOR_BALANCE
    }
}
