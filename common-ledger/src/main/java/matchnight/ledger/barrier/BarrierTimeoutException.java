package matchnight.ledger.barrier;

import java.time.Duration;

/** Transactions that should have ended by their role's timeout had not. Whoever waited cannot promise anything yet. */
public final class BarrierTimeoutException extends RuntimeException {

    BarrierTimeoutException(int stillRunning, Duration limit) {
        super(stillRunning + " transactions still ran after " + limit.toMillis() + " ms");
    }
}
