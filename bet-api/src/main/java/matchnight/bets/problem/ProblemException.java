package matchnight.bets.problem;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a request with a problem. For what the web edge finds out; operations return their refusals as values. */
public class ProblemException extends RuntimeException {

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        this(problem, null);
    }

    public ProblemException(Problem problem, @Nullable Throwable cause) {
        // A refusal is no fault of the program: no stack trace is taken unless it carries one.
        super(problem.code() + ": " + problem.detail(), cause, false, cause != null);
        this.problem = problem;
    }

    public ProblemException(ProblemCode code, String detail) {
        this(Problem.of(code, detail));
    }

    public ProblemException(ProblemCode code, String detail, Map<String, ? extends @Nullable Object> members) {
        this(Problem.of(code, detail, members));
    }

    /** An invalid input, with the place named as {@link PointerError#pointer} says. */
    public static ProblemException invalid(String pointer, String detail) {
        return new ProblemException(Problem.invalid(pointer, detail));
    }

    public Problem problem() {
        return problem;
    }
}
