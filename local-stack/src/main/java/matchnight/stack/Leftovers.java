package matchnight.stack;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import matchnight.stack.StackRecord.RecordedPart;

/**
 * Processes of a stack whose owner was killed. Their watchers stop them within moments; this waits for that, and does it
 * where the watchers were killed as well.
 */
final class Leftovers {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    private Leftovers() {}

    /** Returns when none of the recorded processes runs. To be called by the holder of the home's lock. */
    static void end(StackHome home) {
        StackRecord.read(home.record()).ifPresent(record -> {
            List<ProcessHandle> alive = alive(record);
            alive.forEach(ProcessHandle::destroy);
            alive.forEach(Leftovers::awaitEnd);
            StackRecord.forget(home.record());
        });
    }

    private static List<ProcessHandle> alive(StackRecord record) {
        return record.services().stream()
                .map(RecordedPart::process)
                .flatMap(process -> process.alive().stream())
                .toList();
    }

    private static void awaitEnd(ProcessHandle process) {
        if (!endsWithin(process, PATIENCE)) {
            process.destroyForcibly();
            if (!endsWithin(process, KILL_TIMEOUT)) {
                throw new StackFailure("process " + process.pid() + " of a former stack cannot be ended");
            }
        }
    }

    private static boolean endsWithin(ProcessHandle process, Duration timeout) {
        try {
            process.onExit().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted while ending a former stack", e);
        }
    }
}
