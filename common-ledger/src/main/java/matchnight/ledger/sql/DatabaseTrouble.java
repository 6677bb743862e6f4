package matchnight.ledger.sql;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an exception of the database for what a client should do about it. Goes by SQLSTATE alone: the text of a
 * message is the server's and may hold data.
 */
public final class DatabaseTrouble {

    private static final Set<String> LOCK_TIMEOUT = Set.of("55P03");
    private static final Set<String> DEADLOCK = Set.of("40P01", "40001");
    private static final Set<String> TIMEOUT = Set.of("57014", "25P03", "25P04");
    private static final Set<String> SESSION_ENDED = Set.of("57P01", "57P02", "57P03", "57P05");
    // 23514 with a constraint's name is a rule of ours that nobody mapped: a fault of the program, not of an operator.
    private static final String CHECK_VIOLATION = "23514";
    // 26000 and 42P05: named statements through a pooler that keeps none.
    private static final Set<String> OPERATOR = Set.of("42501", "53100", "53200", "53300", "26000", "42P05");

    private static final String DATA_EXCEPTION_CLASS = "22";

    private DatabaseTrouble() {}

    /** Why the database could not serve, or empty when the exception tells of a fault of the program. */
    public static Optional<BusyCause> busyCause(Throwable thrown) {
        SQLException trouble = sqlException(thrown);
        return trouble == null ? Optional.empty() : busyCause(trouble);
    }

    /** Whether a value was sent that no column or type can hold, such as a NUL in a text. */
    public static boolean isUnstorableValue(Throwable thrown) {
        SQLException trouble = sqlException(thrown);
        return trouble != null
                && trouble.getSQLState() != null
                && trouble.getSQLState().startsWith(DATA_EXCEPTION_CLASS);
    }

    private static Optional<BusyCause> busyCause(SQLException trouble) {
        String state = trouble.getSQLState();
        if (trouble instanceof SQLTransientConnectionException && (state == null || !state.startsWith("08"))) {
            return Optional.of(BusyCause.POOL);
        }
        if (state == null) {
            return Optional.empty();
        }
        if (LOCK_TIMEOUT.contains(state)) {
            return Optional.of(BusyCause.LOCK_TIMEOUT);
        }
        if (DEADLOCK.contains(state)) {
            return Optional.of(BusyCause.DEADLOCK);
        }
        if (TIMEOUT.contains(state)) {
            return Optional.of(BusyCause.TIMEOUT);
        }
        if (SESSION_ENDED.contains(state) || state.startsWith("08")) {
            return Optional.of(BusyCause.DATABASE_UNAVAILABLE);
        }
        if (OPERATOR.contains(state) || isMissingPartition(trouble)) {
            return Optional.of(BusyCause.OPERATOR);
        }
        return Optional.empty();
    }

    /** A row that fits no partition has the SQLSTATE of a failed check, but no constraint's name. */
    public static boolean isMissingPartition(SQLException trouble) {
        return CHECK_VIOLATION.equals(trouble.getSQLState())
                && trouble instanceof org.postgresql.util.PSQLException thrown
                && (thrown.getServerErrorMessage() == null
                        || thrown.getServerErrorMessage().getConstraint() == null);
    }

    private static @Nullable SQLException sqlException(Throwable thrown) {
        int depth = 0;
        for (Throwable at = thrown; at != null && depth < 20; at = at.getCause(), depth++) {
            if (at instanceof SQLException found) {
                return found;
            }
        }
        return null;
    }
}
