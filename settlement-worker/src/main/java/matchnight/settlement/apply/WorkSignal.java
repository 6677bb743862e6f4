package matchnight.settlement.apply;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes an idle lane when this worker's intake has stored a result. Only a hint: what another worker stored is found by the
 * next poll.
 */
public final class WorkSignal {

    private static final int MAX_WAITING_SIGNALS = 64;

    private final Semaphore signals = new Semaphore(0);

    /** Tells one lane that there may be work. */
    public void work() {
        if (signals.availablePermits() < MAX_WAITING_SIGNALS) {
            signals.release();
        }
    }

    /** Returns when there may be work, or after {@code limit}. */
    void await(Duration limit) {
        try {
            boolean _ = signals.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
