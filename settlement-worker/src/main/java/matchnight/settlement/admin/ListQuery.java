package matchnight.settlement.admin;

import java.util.UUID;
import matchnight.ledger.OpaqueId;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemException;
import org.jspecify.annotations.Nullable;

/** Reads the parameters that lists have in common. */
public final class ListQuery {

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 200;

    private ListQuery() {}

    /**
     * How many items a page has.
     *
     * @throws ProblemException 400 if it is out of bounds
     */
    public static int limit(@Nullable Integer limit) {
        if (limit == null) {
            return DEFAULT_LIMIT;
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new ProblemException(Problem.invalid("?limit", "must be 1 to " + MAX_LIMIT));
        }
        return limit;
    }

    /** The newest possible id where there is no cursor: lists of ids are read downwards. */
    public static UUID idCursor(@Nullable String cursor) {
        if (cursor == null) {
            return new UUID(-1L, -1L);
        }
        if (!PathId.isOne(cursor)) {
            throw new ProblemException(Problem.invalid("?cursor", "must be a nextCursor of this list"));
        }
        return UUID.fromString(cursor);
    }

    static String marketCursor(@Nullable String cursor) {
        if (cursor == null) {
            return "";
        }
        try {
            return OpaqueId.requireValid(cursor);
        } catch (IllegalArgumentException refused) {
            throw new ProblemException(Problem.invalid("?cursor", "must be a nextCursor of this list"), refused);
        }
    }
}
