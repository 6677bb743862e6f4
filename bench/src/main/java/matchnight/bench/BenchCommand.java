package matchnight.bench;

import java.util.Arrays;
import java.util.List;
import matchnight.bench.look.LookCommand;
import matchnight.bench.night.DemoCommand;
import matchnight.bench.product.ProductException;
import matchnight.stack.StackFailure;
import matchnight.stack.cli.ExitCode;
import matchnight.stack.cli.UsageError;

/** Runs the demo, a benchmark, an experiment or a look, and ends the JVM with its exit code. */
public final class BenchCommand {

    private static final String USAGE = """
            usage: matchnight demo [--night FILE] [--json FILE] [--keep | --pooler]
                   matchnight bench [NAME] [--json FILE]
                   matchnight lab [NAME] [--json FILE]
                   matchnight look [--url URL] [--baseline FILE] [--json FILE]
                   matchnight look --readings FILE [--baseline FILE] [--json FILE]
            """;

    private BenchCommand() {}

    public static void main(String[] words) {
        int exitCode = run(Arrays.asList(words));
        Runtime.getRuntime().exit(exitCode);
    }

    static int run(List<String> words) {
        try {
            return dispatch(words);
        } catch (UsageError wrongUse) {
            System.err.println("matchnight: " + wrongUse.getMessage());
            System.err.print(USAGE);
            return ExitCode.USAGE;
        } catch (StackFailure | ProductException failed) {
            System.err.println("matchnight: " + failed.getMessage());
            if (failed.getCause() != null) {
                System.err.println("  because of: " + failed.getCause());
            }
            return ExitCode.FAILED;
        }
    }

    private static int dispatch(List<String> words) {
        if (words.isEmpty()) {
            throw new UsageError("no command given");
        }
        List<String> rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "demo" -> DemoCommand.run(rest);
            case "bench" -> ListedCommand.run("benchmark", ListedCommand.BENCHMARKS, rest);
            case "lab" -> ListedCommand.run("experiment", ListedCommand.EXPERIMENTS, rest);
            case "look" -> LookCommand.run(rest);
            default -> throw new UsageError("unknown command: " + words.getFirst());
        };
    }
}
