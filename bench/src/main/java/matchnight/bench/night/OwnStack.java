package matchnight.bench.night;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import matchnight.bench.fixture.Night;
import matchnight.bench.product.Product;
import matchnight.stack.LocalStack;
import matchnight.stack.PgBouncerProgram;
import matchnight.stack.RunningStack;
import matchnight.stack.StackFailure;
import matchnight.stack.StackHome;
import matchnight.stack.StackOptions;
import matchnight.stack.StackPorts;
import matchnight.stack.cli.DetachedStart;
import matchnight.stack.cli.ExitCode;
import matchnight.stack.process.Directories;

/** A stack for one night: a directory and ports of its own, so that it meddles with no stack that runs already. */
final class OwnStack {

    private OwnStack() {}

    /** Plays the night on a stack that is gone afterwards, or that stays up with its data. */
    static NightReport play(Night night, boolean keep, NightTimes times) {
        StackHome home = new StackHome(Directories.createScratch("matchnight-demo-"));
        return keep ? playAndKeep(home, night, times) : playAndForget(options(home), night, times);
    }

    /** The same with a pooler between PostgreSQL and everybody else: the services, and who judges the night. */
    static NightReport playThroughAPooler(Night night, PgBouncerProgram pooler, NightTimes times) {
        StackHome home = new StackHome(Directories.createScratch("matchnight-demo-"));
        return playAndForget(options(home).withPooler(pooler), night, times);
    }

    private static StackOptions options(StackHome home) {
        return StackOptions.standard()
                .withHome(home)
                .withPorts(StackPorts.anyFree())
                .withProgress(System.out::println);
    }

    private static NightReport playAndForget(StackOptions options, Night night, NightTimes times) {
        System.out.println(
                options.pooler() == null
                        ? "Starting PostgreSQL, Kafka and both services"
                        : "Starting PostgreSQL, PgBouncer in transaction mode, Kafka and both services");
        StackHome home = options.home();
        LocalStack stack = LocalStack.prepare(options);
        Thread onInterrupt = new Thread(() -> end(stack, home.root()), "stop-demo");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            stack.start();
            return PlayNight.play(Product.of(stack), night, times, System.out, lastProofs(stack));
        } finally {
            long begunNanos = System.nanoTime();
            end(stack, home.root());
            forget(onInterrupt);
            System.out.printf(
                    "Stopped everything in %d ms%n",
                    Duration.ofNanos(System.nanoTime() - begunNanos).toMillis());
        }
    }

    private static List<LastProof> lastProofs(LocalStack stack) {
        return stack.pooler()
                .<LastProof>map(pooler -> new EverySessionIsPooled(stack, pooler))
                .map(List::of)
                .orElse(List.of());
    }

    private static void end(LocalStack stack, Path root) {
        stack.close();
        Directories.delete(root);
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException onItsWayOut) {
            // The hook runs already and does the same.
        }
    }

    private static NightReport playAndKeep(StackHome home, Night night, NightTimes times) {
        if (DetachedStart.run(home, StackPorts.anyFree()) != ExitCode.OK) {
            throw new StackFailure("the stack did not start; see " + home.logs());
        }
        try {
            return PlayNight.play(Product.of(RunningStack.in(home)), night, times, System.out, List.of());
        } finally {
            System.out.printf(
                    "The stack stays up. Ask or stop it with%n"
                            + "  %2$s=%1$s ./matchnight status%n  %2$s=%1$s ./matchnight down --wipe && rm -r %1$s%n",
                    home.root(), StackHome.VARIABLE);
        }
    }
}
