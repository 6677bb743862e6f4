package matchnight.bench.night;

import java.nio.file.Path;
import java.time.Duration;
import matchnight.bench.fixture.Night;
import matchnight.bench.product.Product;
import matchnight.stack.LocalStack;
import matchnight.stack.StackHome;
import matchnight.stack.StackOptions;
import matchnight.stack.StackPorts;
import matchnight.stack.process.Directories;

/** A stack for one night: a directory and ports of its own, so that it meddles with no stack that runs already. */
final class OwnStack {

    private OwnStack() {}

    static NightReport play(Night night, boolean keep, NightTimes times) {
        Path root = Directories.createScratch("matchnight-demo-");
        StackOptions options = StackOptions.standard()
                .withHome(new StackHome(root))
                .withPorts(StackPorts.anyFree())
                .withProgress(System.out::println);
        System.out.println("Starting PostgreSQL, Kafka and both services");
        LocalStack stack = LocalStack.prepare(options);
        Thread onInterrupt = new Thread(() -> end(stack, root), "stop-demo");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            stack.start();
            return PlayNight.play(Product.of(stack), night, times, System.out);
        } finally {
            long begunNanos = System.nanoTime();
            end(stack, root);
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
            System.out.printf(
                    "Stopped everything in %d ms%n",
                    Duration.ofNanos(System.nanoTime() - begunNanos).toMillis());
        }
    }

    private static void end(LocalStack stack, Path root) {
        stack.close();
        Directories.delete(root);
    }
}
