package matchnight.bench.product;

import java.time.Duration;
import java.time.Instant;

/**
 * An opening or a shutting of a market or of a whole event, as whoever asked for it saw it.
 *
 * @param subject the market's or the event's id
 * @param sentNanos {@link System#nanoTime} before the request went out; {@code answeredNanos} after its answer was in
 * @param version the subject's version that the answer named, or 0 where it named none
 */
public record GateChange(
        String subject,
        boolean opens,
        long sentNanos,
        Instant sentAt,
        long answeredNanos,
        Instant answeredAt,
        long version) {

    public Duration took() {
        return Duration.ofNanos(answeredNanos - sentNanos);
    }
}
