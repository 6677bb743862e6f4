package matchnight.stack.cli;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import matchnight.stack.AotCache;
import matchnight.stack.ServiceKind;
import matchnight.stack.StackFailure;

/** Does once after a build what every start then gains from. The launcher calls it; its failure costs time and nothing else. */
final class PrepareCommand {

    private PrepareCommand() {}

    static int run(List<String> rest) {
        if (!rest.isEmpty()) {
            throw new UsageError("prepare takes no options");
        }
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (ServiceKind kind : ServiceKind.values()) {
                both.execute(() -> prepare(kind));
            }
        }
        return ExitCode.OK;
    }

    private static void prepare(ServiceKind kind) {
        try {
            AotCache.make(kind.jar());
        } catch (StackFailure failure) {
            System.err.println("matchnight: " + failure.getMessage());
        }
    }
}
