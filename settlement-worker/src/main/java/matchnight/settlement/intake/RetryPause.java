package matchnight.settlement.intake;

import java.time.Duration;

/** How long a partition rests before its record is tried again: twice as long each time, from 100 ms up to 2 s. */
record RetryPause(Duration length, long endNanos) {

    static final RetryPause NONE = new RetryPause(Duration.ZERO, System.nanoTime());

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    RetryPause longer() {
        Duration doubled = length.isZero() ? SHORTEST : length.multipliedBy(2);
        Duration next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return new RetryPause(next, System.nanoTime() + next.toNanos());
    }

    boolean isOver() {
        return System.nanoTime() - endNanos >= 0;
    }
}
