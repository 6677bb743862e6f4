package matchnight.bets.problem;

import java.util.Locale;

/**
 * Everything that this service refuses or fails with. The name is the stable {@code code} of a problem; clients rely
 * on names, statuses and retries, so that entries may be added but never renamed or moved to another status.
 */
public enum ProblemCode {
    // The request itself. Never stored under a key.
    INVALID_REQUEST(400, Retry.NEVER, "The request is not valid"),
    STAKE_DOES_NOT_SPLIT(400, Retry.NEVER, "The stake does not split evenly over the lines"),
    IDEMPOTENCY_KEY_MISSING(400, Retry.NEW_KEY, "An Idempotency-Key is required"),
    IDEMPOTENCY_KEY_INVALID(400, Retry.NEW_KEY, "The Idempotency-Key is malformed"),
    UNAUTHENTICATED(401, Retry.SAME_KEY, "A valid bearer token is required"),
    FORBIDDEN(403, Retry.NEVER, "The token does not allow this"),
    NOT_FOUND(404, Retry.NEVER, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, Retry.NEVER, "The method is not allowed here"),
    NOT_ACCEPTABLE(406, Retry.NEVER, "No acceptable representation"),
    BODY_TOO_SLOW(408, Retry.SAME_KEY, "The body did not come in time"),
    BODY_TOO_LARGE(413, Retry.NEVER, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, Retry.NEVER, "The media type is not supported"),

    // The request against what stands.
    IDEMPOTENCY_KEY_IN_USE(409, Retry.SAME_KEY, "A request with this Idempotency-Key is still running"),
    RETIRED(410, Retry.NEVER, "What the key stands for is no longer kept"),
    IDEMPOTENCY_KEY_REUSED(422, Retry.NEW_KEY, "The Idempotency-Key belongs to another request"),
    PRECONDITION_FAILED(412, Retry.NEVER, "The version is not the current one"),
    ACCOUNT_EXISTS(409, Retry.NEVER, "The account exists with another currency"),
    ACCOUNT_STATE_STANDS(409, Retry.NEVER, "The account's state may not be changed this way"),
    MARKET_CHANGE_REFUSED(409, Retry.NEVER, "The market may not be changed this way"),
    MARKET_HAS_RESULT(409, Retry.NEVER, "The market has a standing result"),

    // Refusals: decided, stored under the key, and answered again as they were.
    INSUFFICIENT_FUNDS(422, Retry.NEW_KEY, "The balance does not cover the amount"),
    MARKET_NOT_OPEN(422, Retry.NEW_KEY, "The market is not open"),
    PRICE_CHANGED(422, Retry.NEW_KEY, "The price has changed"),
    STAKE_TOO_LOW(422, Retry.NEW_KEY, "The stake is below the minimum"),
    STAKE_TOO_HIGH(422, Retry.NEW_KEY, "The stake is above the maximum"),
    LIABILITY_LIMIT(422, Retry.NEW_KEY, "The selection's liability limit leaves no room"),
    CORRELATED_LEGS(422, Retry.NEVER, "Two legs depend on one event"),
    EACH_WAY_NOT_OFFERED(422, Retry.NEVER, "The selection is not offered each-way"),
    UNKNOWN_ACCOUNT(422, Retry.NEVER, "There is no such account"),
    UNKNOWN_MARKET(422, Retry.NEVER, "There is no such market"),
    UNKNOWN_SELECTION(422, Retry.NEVER, "There is no such selection"),
    ACCOUNT_SUSPENDED(422, Retry.NEW_KEY, "The account is suspended"),
    SELF_EXCLUDED(422, Retry.NEVER, "The account is self-excluded"),
    ACCOUNT_CLOSED(422, Retry.NEVER, "The account is closed"),
    BALANCE_LIMIT(422, Retry.NEW_KEY, "The account cannot hold that much"),
    CURRENCY_MISMATCH(422, Retry.NEVER, "The currencies do not match"),

    // Ours. Never stored under a key.
    INTERNAL(500, Retry.SAME_KEY, "Something went wrong on our side"),
    BUSY(503, Retry.SAME_KEY, "The service is busy");

    private final int status;
    private final Retry retry;
    private final String title;
    private final String type;

    ProblemCode(int status, Retry retry, String title) {
        this.status = status;
        this.retry = retry;
        this.title = title;
        this.type = "urn:matchnight:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Whether another try can help. */
    public Retry retry() {
        return retry;
    }

    /** A sentence for people, the same for every problem of this code. */
    public String title() {
        return title;
    }

    /** The problem type of RFC 9457, a URN. */
    public String type() {
        return type;
    }

    /** Whether a client should wait before it tries again, which {@code Retry-After} then says. */
    public boolean asksToWait() {
        return this == BUSY || this == IDEMPOTENCY_KEY_IN_USE;
    }
}
