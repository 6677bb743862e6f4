package matchnight.bench.load;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How often and how long a request is tried again under its key.
 *
 * @param attemptsMax the first one included
 * @param firstPause before the second attempt; doubles from then on, up to {@code pauseMax}, each spread over its upper half
 * @param timeMax from the first attempt on; no attempt begins after it
 */
public record RetryPolicy(int attemptsMax, Duration firstPause, Duration pauseMax, Duration timeMax) {

    /** What a client does that a person waits for. */
    public static RetryPolicy ofAClient() {
        return new RetryPolicy(8, Duration.ofMillis(50), Duration.ofSeconds(1), Duration.ofSeconds(15));
    }

    /** Long enough for a killed service to come back. */
    public static RetryPolicy throughARestart() {
        return new RetryPolicy(1_000, Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofMinutes(3));
    }

    boolean allows(int attemptsMade, long nanosSinceFirst) {
        return attemptsMade < attemptsMax && nanosSinceFirst < timeMax.toNanos();
    }

    Duration pauseAfter(int attemptsMade, @Nullable String retryAfterSeconds) {
        long millis = Math.min(firstPause.toMillis() << Math.min(attemptsMade - 1, 10), pauseMax.toMillis());
        long asked = Math.min(secondsAsked(retryAfterSeconds) * 1000, pauseMax.toMillis());
        return Duration.ofMillis(
                Math.max(asked, millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1)));
    }

    private static long secondsAsked(@Nullable String header) {
        try {
            return header == null ? 0 : Math.clamp(Long.parseLong(header), 0L, 3600L);
        } catch (NumberFormatException aDate) {
            return 0;
        }
    }
}
