package matchnight.ledger.sql;

import java.util.Locale;

/** Why a request was answered 503. None says anything of what was asked: the same key may be tried again. */
public enum BusyCause {
    /** More requests at once than are admitted. */
    QUEUE,
    /** The request waited longer for its turn than it may; nothing was done. */
    QUEUE_WAIT,
    /** The request's turn had come, and no outcome was known in time: the same key tells it. */
    DEADLINE,
    /** No connection came free in time. */
    POOL,
    /** A row or key was held longer than the role's {@code lock_timeout}. */
    LOCK_TIMEOUT,
    /** This transaction was ended for another: a deadlock or a serialization failure. */
    DEADLOCK,
    /** A statement or transaction ran longer than its role may. */
    TIMEOUT,
    /** The database cannot be reached, or ended the session. */
    DATABASE_UNAVAILABLE,
    /** The placements that were running did not end in time, so that a close cannot be promised yet. */
    BARRIER,
    /** Only an operator can help: a missing partition or right, a full disk. */
    OPERATOR;

    /** The value of a metric's tag. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
