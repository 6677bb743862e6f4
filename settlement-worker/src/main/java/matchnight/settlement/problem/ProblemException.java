package matchnight.settlement.problem;

import org.jspecify.annotations.Nullable;

/** Ends a request with a problem. A refusal is no fault of the program and takes no stack trace. */
public final class ProblemException extends RuntimeException {

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        this(problem, null);
    }

    public ProblemException(Problem problem, @Nullable Throwable cause) {
        super(problem.code() + ": " + problem.detail(), cause, false, cause != null);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
