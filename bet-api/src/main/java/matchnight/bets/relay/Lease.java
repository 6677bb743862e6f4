package matchnight.bets.relay;

import java.time.Duration;

/**
 * The right to publish, until a moment that is never later than what the database wrote down.
 *
 * @param epoch rises with every owner; what an older epoch writes to the cursor matches no row
 * @param endsAtNanos on this process's {@link System#nanoTime} scale, counted from before the database was asked
 */
record Lease(long epoch, long endsAtNanos) {

    static Lease takenAt(long epoch, long askedAtNanos, Duration length) {
        return new Lease(epoch, askedAtNanos + length.toNanos());
    }

    boolean endsWithin(Duration time) {
        return endsAtNanos - System.nanoTime() < time.toNanos();
    }
}
