package matchnight.settlement.admin;

import java.util.UUID;
import java.util.regex.Pattern;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;

/** Reads the id of one thing from a path. What is no id names nothing that there is. */
public final class PathId {

    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private PathId() {}

    /**
     * Reads the id.
     *
     * @param unknown says that there is no such thing
     * @throws ProblemException 404 if it is no id
     */
    public static UUID of(String id, String unknown) {
        if (!isOne(id)) {
            throw new ProblemException(Problem.of(ProblemCode.NOT_FOUND, unknown));
        }
        return UUID.fromString(id);
    }

    /** Whether a text is a UUID as this API writes them. */
    public static boolean isOne(String text) {
        return UUID_TEXT.matcher(text).matches();
    }
}
