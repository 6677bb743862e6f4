package matchnight.stack;

import java.util.function.Consumer;
import matchnight.stack.process.GuardedProcess;

/** Told of every process that a server starts as, the first one and those after a restart. */
final class StartListener {

    private volatile Consumer<GuardedProcess> action = _ -> {};

    void set(Consumer<GuardedProcess> other) {
        action = other;
    }

    void started(GuardedProcess process) {
        action.accept(process);
    }
}
