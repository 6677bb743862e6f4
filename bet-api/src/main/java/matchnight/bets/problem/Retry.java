package matchnight.bets.problem;

/** Whether sending a request again can help, and under which idempotency key. */
public enum Retry {
    /** Nothing was stored: the same request under the same key may succeed later. */
    SAME_KEY("same-key"),
    /** The answer stands for its key: a corrected or later attempt needs a new one. */
    NEW_KEY("new-key"),
    /** The same request will be refused again. */
    NEVER("never");

    private final String text;

    Retry(String text) {
        this.text = text;
    }

    /** As the member {@code retry} of a problem says it. */
    public String text() {
        return text;
    }
}
