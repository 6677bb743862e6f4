package matchnight.bets.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks a loop to end, and is what the loop pauses on. */
final class StopSignal {

    private final CountDownLatch latch = new CountDownLatch(1);

    void give() {
        latch.countDown();
    }

    boolean given() {
        return latch.getCount() == 0;
    }

    /** Waits at most {@code pause}; true as soon as the signal is given. An interrupt counts as one. */
    boolean given(Duration pause) {
        try {
            return latch.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
