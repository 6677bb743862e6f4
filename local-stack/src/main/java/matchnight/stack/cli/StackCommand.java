package matchnight.stack.cli;

import java.util.Arrays;
import java.util.List;
import matchnight.stack.StackFailure;

/** Runs one command of the local stack and ends the JVM with its exit code. */
public final class StackCommand {

    private static final String USAGE = """
            usage: matchnight up [--detach] [--port-base N]
                   matchnight down [--wipe]
                   matchnight status [--json]
                   matchnight token [--account ID] [--scope "a b"]
                   matchnight prove BET_ID [--url URL] [--json FILE]
                   matchnight prove --file FILE [--json FILE]
            """;

    private StackCommand() {}

    public static void main(String[] words) {
        int exitCode = run(Arrays.asList(words));
        // The hook that stops the stack may be what ended the command: then the JVM is on its way out already.
        Runtime.getRuntime().exit(exitCode);
    }

    static int run(List<String> words) {
        try {
            return dispatch(words);
        } catch (UsageError e) {
            System.err.println("matchnight: " + e.getMessage());
            System.err.print(USAGE);
            return ExitCode.USAGE;
        } catch (StackFailure e) {
            System.err.println("matchnight: " + e.getMessage());
            causeOf(e);
            return ExitCode.FAILED;
        }
    }

    private static int dispatch(List<String> words) {
        if (words.isEmpty()) {
            throw new UsageError("no command given");
        }
        List<String> rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "up" -> UpCommand.run(rest);
            case "down" -> DownCommand.run(rest);
            case "status" -> StatusCommand.run(rest);
            case "token" -> TokenCommand.run(rest);
            case "prepare" -> PrepareCommand.run(rest);
            case "prove" -> ProveCommand.run(rest);
            default -> throw new UsageError("unknown command: " + words.getFirst());
        };
    }

    private static void causeOf(StackFailure failure) {
        Throwable cause = failure.getCause();
        if (cause != null) {
            System.err.println("  because of: " + cause);
        }
    }
}
