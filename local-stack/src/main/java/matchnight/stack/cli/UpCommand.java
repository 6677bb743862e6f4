package matchnight.stack.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import matchnight.stack.LocalStack;
import matchnight.stack.StackHome;
import matchnight.stack.StackOptions;
import matchnight.stack.StackPorts;
import matchnight.stack.StackStatus;

/** {@code up}: starts the stack and keeps it until Ctrl-C, or with {@code --detach} until {@code down}. */
final class UpCommand {

    private UpCommand() {}

    static int run(List<String> words) {
        Arguments arguments =
                Arguments.read(words, Set.of("detach"), Set.of("port-base")).withoutOperands();
        StackPorts ports = ports(arguments);
        Optional<StackStatus> running = StackStatus.of(StackHome.ofUser());
        if (running.isPresent()) {
            return sayWhatRuns(running.get(), arguments, ports);
        }
        return arguments.has("detach") ? DetachedStart.run(StackHome.ofUser(), ports) : keep(ports);
    }

    private static StackPorts ports(Arguments arguments) {
        String base = arguments.value("port-base").orElse(Integer.toString(StackPorts.DEFAULT_BASE));
        try {
            return new StackPorts(Integer.parseInt(base));
        } catch (NumberFormatException e) {
            throw new UsageError("--port-base needs a number, not " + base);
        } catch (IllegalArgumentException e) {
            throw new UsageError("--port-base: " + e.getMessage());
        }
    }

    private static int sayWhatRuns(StackStatus status, Arguments arguments, StackPorts wanted) {
        System.out.println(StatusCommand.asText(Optional.of(status)));
        boolean sameAsWanted = arguments.value("port-base").isEmpty() || wanted.base() == status.portBase();
        if (!sameAsWanted) {
            System.err.println("matchnight: it runs with port base " + status.portBase() + "; take it down first");
        }
        return sameAsWanted ? ExitCode.OK : ExitCode.FAILED;
    }

    private static int keep(StackPorts ports) {
        long begun = System.nanoTime();
        StackOptions options = StackOptions.standard().withPorts(ports).withProgress(System.out::println);
        System.out.println("Starting PostgreSQL, Kafka and the services; state in "
                + options.home().root());
        LocalStack stack = LocalStack.prepare(options);
        Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop-stack"));
        stack.start();
        double seconds = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1000.0;
        System.out.printf(Locale.ROOT, "Ready in %.1f s. ./matchnight down stops it; data stays.%n", seconds);
        waitForSignal();
        return ExitCode.OK;
    }

    private static void waitForSignal() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
