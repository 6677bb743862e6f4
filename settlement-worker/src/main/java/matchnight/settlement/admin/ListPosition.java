package matchnight.settlement.admin;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Predicate;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemException;
import org.jspecify.annotations.Nullable;

/** Behind which item a page of a list that is read oldest first begins: its time, and its id among those of one time. */
public record ListPosition(Instant time, String id) {

    private static final Instant BEFORE_ALL_TIMES = Instant.parse("1900-01-01T00:00:00Z");
    private static final Instant BEHIND_ALL_TIMES = Instant.parse("9999-12-31T23:59:59Z");
    private static final char SEPARATOR = '~';

    /**
     * Reads a cursor.
     *
     * @param first the smallest id, where a list without a cursor begins
     * @throws ProblemException 400 if it is none that {@link #cursor} made
     */
    public static ListPosition of(@Nullable String cursor, String first, Predicate<String> isId) {
        if (cursor == null) {
            return new ListPosition(BEFORE_ALL_TIMES, first);
        }
        int separator = cursor.indexOf(SEPARATOR);
        if (separator < 0 || !isId.test(cursor.substring(separator + 1))) {
            throw noCursor(null);
        }
        try {
            Instant time = Instant.parse(cursor.substring(0, separator));
            if (time.isBefore(BEFORE_ALL_TIMES) || time.isAfter(BEHIND_ALL_TIMES)) {
                throw noCursor(null);
            }
            return new ListPosition(time, cursor.substring(separator + 1));
        } catch (DateTimeException noTime) {
            throw noCursor(noTime);
        }
    }

    private static ProblemException noCursor(@Nullable Throwable cause) {
        return new ProblemException(Problem.invalid("?cursor", "must be a nextCursor of this list"), cause);
    }

    /** The position as text. */
    public String cursor() {
        return time.toString() + SEPARATOR + id;
    }
}
