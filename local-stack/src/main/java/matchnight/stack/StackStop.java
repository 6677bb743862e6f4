package matchnight.stack;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a home's stack from another process. */
public final class StackStop {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(90);

    private StackStop() {}

    /** What {@link #run} found. */
    public enum Outcome {
        STOPPED,
        NOT_RUNNING
    }

    /**
     * Stops the stack in good order and returns when nothing of it runs.
     *
     * @param wipe whether to delete its data, passwords, keys and logs as well
     */
    public static Outcome run(StackHome home, boolean wipe) {
        home.create();
        boolean ran = askOwner(home);
        try (StackLock lock = StackLock.tryAcquire(home.lock())
                .orElseThrow(
                        () -> new StackFailure("the stack in " + home.root() + " is just being started or stopped"))) {
            Leftovers.end(home);
            if (wipe && lock.isHeld()) {
                home.wipe();
            }
        }
        return ran ? Outcome.STOPPED : Outcome.NOT_RUNNING;
    }

    private static boolean askOwner(StackHome home) {
        Optional<ProcessHandle> owner =
                StackRecord.read(home.record()).flatMap(record -> record.owner().alive());
        owner.ifPresent(StackStop::stop);
        return owner.isPresent();
    }

    private static void stop(ProcessHandle owner) {
        owner.destroy();
        try {
            owner.onExit().get(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            owner.destroyForcibly();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted while the stack stopped", e);
        }
    }
}
