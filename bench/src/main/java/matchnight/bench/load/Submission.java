package matchnight.bench.load;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of one request and its retries under one key.
 *
 * @param answer the last answer; null if none came
 * @param attempts how often it was sent, 1 or more
 * @param unansweredAttempts how many of them broke off without an answer
 * @param firstSentNanos {@link System#nanoTime} just before the first attempt was written to its connection; 0 if none was
 * @param answeredNanos the same when the last attempt ended
 * @param answeredAt the wall clock at that moment
 */
public record Submission(
        @Nullable HttpAnswer answer,
        int attempts,
        int unansweredAttempts,
        long firstSentNanos,
        long answeredNanos,
        Instant answeredAt) {

    /** Whether the last word is one that a client need not ask about again. */
    public boolean isFinal() {
        return answer != null && !isWorthRetrying(answer);
    }

    static boolean isWorthRetrying(HttpAnswer answer) {
        return answer.isServerError()
                || (answer.status() == 409 && answer.problemCode().equals("IDEMPOTENCY_KEY_IN_USE"));
    }
}
