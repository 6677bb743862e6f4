package matchnight.bets.relay;

/** Not every event was acknowledged. Those from the first unacknowledged one on stay pending. */
final class PublishFailedException extends RuntimeException {

    private final int acknowledged;

    PublishFailedException(int acknowledged, String detail, Throwable cause) {
        super(detail, cause);
        this.acknowledged = acknowledged;
    }

    /** How many events, counted from the first, the broker has acknowledged without a gap. */
    int acknowledged() {
        return acknowledged;
    }
}
