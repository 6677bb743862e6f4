package matchnight.settlement.problem;

import java.util.Locale;

/** Every way in which a call of this service can end without its effect. */
public enum ProblemCode {
    INVALID_REQUEST(400, "never", "The request is not valid"),
    UNAUTHENTICATED(401, "same-key", "A valid bearer token is required"),
    FORBIDDEN(403, "never", "The token does not allow this"),
    NOT_FOUND(404, "never", "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "never", "The method is not allowed here"),
    NOT_ACCEPTABLE(406, "never", "No acceptable representation"),
    BODY_TOO_SLOW(408, "same-key", "The body did not come in time"),
    CONFLICT(409, "never", "What stands does not allow this"),
    WORLD_MOVED(409, "never", "What would move is not what the preview showed"),
    BODY_TOO_LARGE(413, "never", "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "never", "The media type is not supported"),
    INTERNAL(500, "same-key", "Something went wrong on our side"),
    BUSY(503, "same-key", "The service is busy");

    private final int status;
    private final String retry;
    private final String title;

    ProblemCode(int status, String retry, String title) {
        this.status = status;
        this.retry = retry;
        this.title = title;
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Whether another try can help: {@code same-key} or {@code never}. */
    public String retry() {
        return retry;
    }

    /** A sentence for people, the same for every problem of this code. */
    public String title() {
        return title;
    }

    /** The problem type of RFC 9457, a URN. */
    public String type() {
        return "urn:matchnight:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The code for a status that the framework chose. */
    public static ProblemCode ofStatus(int status) {
        for (ProblemCode code : values()) {
            if (code.status == status) {
                return code;
            }
        }
        // A method or version that the server does not know is the client's doing.
        return status >= 500 && status != 501 && status != 505 ? INTERNAL : INVALID_REQUEST;
    }
}
