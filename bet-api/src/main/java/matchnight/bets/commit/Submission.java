package matchnight.bets.commit;

import java.util.concurrent.CompletableFuture;

/** A command in the queue, and the answer that its caller waits for. */
final class Submission<C extends AccountCommand, O> {

    private final C command;
    private final long arrivedNanos;
    private final CompletableFuture<O> outcome = new CompletableFuture<>();

    Submission(C command, long arrivedNanos) {
        this.command = command;
        this.arrivedNanos = arrivedNanos;
    }

    C command() {
        return command;
    }

    boolean hasWaitedLongerThan(long nanos, long nowNanos) {
        return nowNanos - arrivedNanos > nanos;
    }

    CompletableFuture<O> outcome() {
        return outcome;
    }
}
