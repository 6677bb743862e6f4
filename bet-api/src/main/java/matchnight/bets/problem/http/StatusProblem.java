package matchnight.bets.problem.http;

import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;

/** The problem for a status that the framework or the server chose. */
public final class StatusProblem {

    private StatusProblem() {}

    public static Problem of(int status) {
        ProblemCode code = code(status);
        return Problem.of(code, detail(code, status));
    }

    private static ProblemCode code(int status) {
        return switch (status) {
            case 401 -> ProblemCode.UNAUTHENTICATED;
            case 403 -> ProblemCode.FORBIDDEN;
            case 404 -> ProblemCode.NOT_FOUND;
            case 405 -> ProblemCode.METHOD_NOT_ALLOWED;
            case 406 -> ProblemCode.NOT_ACCEPTABLE;
            case 408 -> ProblemCode.BODY_TOO_SLOW;
            case 413 -> ProblemCode.BODY_TOO_LARGE;
            case 415 -> ProblemCode.UNSUPPORTED_MEDIA_TYPE;
            case 503 -> ProblemCode.BUSY;
            // A method or version that the server does not know: the client's doing.
            case 501, 505 -> ProblemCode.INVALID_REQUEST;
            default -> status >= 500 ? ProblemCode.INTERNAL : ProblemCode.INVALID_REQUEST;
        };
    }

    private static String detail(ProblemCode code, int status) {
        return switch (code) {
            case NOT_FOUND -> "Nothing is served under this path";
            case METHOD_NOT_ALLOWED -> "See the header Allow for the methods of this path";
            case NOT_ACCEPTABLE -> "Answers are application/json";
            case UNSUPPORTED_MEDIA_TYPE -> "Send application/json in UTF-8";
            case INVALID_REQUEST -> status == 431 ? "The headers are too large" : "The request could not be read";
            default -> code.title();
        };
    }
}
