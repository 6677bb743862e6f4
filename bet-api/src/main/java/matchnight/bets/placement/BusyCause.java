package matchnight.bets.placement;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;

/** Why a placement could not be decided now. None of them says anything about the bet: the same key may be tried again. */
public enum BusyCause {
    /** A row or key was held longer than the role's {@code lock_timeout}. */
    LOCK_TIMEOUT,
    DEADLOCK,
    /** A statement or transaction ran longer than its role may. */
    TIMEOUT,
    /** No connection of the pool came free in time. */
    POOL,
    /** The session or the server went away. If it was at the commit, the outcome is known under the key. */
    DATABASE_UNAVAILABLE,
    /** Nothing that a client or a retry can mend: a missing partition or right, a full disk. */
    OPERATOR;

    static BusyCause of(SQLException failure) {
        String state = failure.getSQLState();
        if (failure instanceof SQLTransientConnectionException) {
            return POOL;
        }
        return switch (state == null ? "" : state) {
            case "55P03" -> LOCK_TIMEOUT;
            case "40P01", "40001" -> DEADLOCK;
            case "57014", "25P03", "25P04" -> TIMEOUT;
            case "57P01", "57P02", "57P03", "57P05" -> DATABASE_UNAVAILABLE;
            default -> state == null || state.startsWith("08") ? DATABASE_UNAVAILABLE : OPERATOR;
        };
    }

    /** The value of the metric's tag. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
