package matchnight.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sends a request until its answer is final: the same bytes under the same key whenever none came, or none that is final. */
public final class Submit {

    private final HttpClient client;
    private final RetryPolicy policy;

    public Submit(HttpClient client, RetryPolicy policy) {
        this.client = client;
        this.policy = policy;
    }

    /** Returns the final answer, or the last one that came before the policy's end. */
    public Submission submit(HttpRequest request) {
        long begunNanos = System.nanoTime();
        AtomicLong firstWrittenNanos = new AtomicLong();
        HttpAnswer lastAnswer = null;
        int attempts = 0;
        int unanswered = 0;
        do {
            if (attempts > 0) {
                pause(policy.pauseAfter(attempts, lastAnswer == null ? null : lastAnswer.header("retry-after")));
            }
            attempts++;
            HttpAnswer answer = exchange(request, firstWrittenNanos);
            lastAnswer = answer == null ? lastAnswer : answer;
            unanswered += answer == null ? 1 : 0;
            if (answer != null && !Submission.isWorthRetrying(answer)) {
                break;
            }
        } while (policy.allows(attempts, System.nanoTime() - begunNanos));
        return new Submission(
                lastAnswer, attempts, unanswered, firstWrittenNanos.get(), System.nanoTime(), Instant.now());
    }

    private @Nullable HttpAnswer exchange(HttpRequest request, AtomicLong firstWrittenNanos) {
        try {
            return client.exchange(request, sentNanos -> firstWrittenNanos.compareAndSet(0, sentNanos));
        } catch (IOException unanswered) {
            return null;
        }
    }

    private static void pause(Duration duration) {
        LockSupport.parkNanos(duration.toNanos());
    }
}
