package matchnight.bets.problem;

import java.util.Locale;

/** Why a request was answered 503: the tag {@code cause} of {@code placement_busy_total}. */
public enum BusyCause {
    /** More requests at once than are admitted. */
    QUEUE,
    /** No connection became free in time. */
    POOL,
    /** A row or key stayed locked too long, or a deadlock or serialization failure took this transaction. */
    LOCK,
    /** The database ended the statement or transaction for its time. */
    TIMEOUT,
    /** The database cannot be reached, or ended the session. */
    CONNECTION,
    /** The placements that were running did not end in time. */
    BARRIER,
    /** Only an operator can help: a missing partition, a missing right, a full disk. */
    OPERATOR;

    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
