package matchnight.stack.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to run and how to end it.
 *
 * @param name what messages call the process
 * @param command the program and its arguments
 * @param environment variables added to this process's own
 * @param log where both output streams are appended
 * @param stopSignal the polite request to end, without {@code SIG}
 * @param stopTimeout how long the polite request may take before the process is killed
 * @param scratch a directory that is deleted once the process has ended because its starter was killed; null keeps everything
 */
public record GuardedLaunch(
        String name,
        List<String> command,
        Map<String, String> environment,
        Path log,
        String stopSignal,
        Duration stopTimeout,
        @Nullable Path scratch) {

    public GuardedLaunch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** A Java program, which ends at SIGTERM. */
    public static GuardedLaunch java(
            String name, List<String> arguments, Map<String, String> environment, Path log, @Nullable Path scratch) {
        List<String> command = new java.util.ArrayList<>(arguments.size() + 1);
        command.add(JavaProgram.path().toString());
        command.addAll(arguments);
        return new GuardedLaunch(name, command, environment, log, "TERM", Duration.ofSeconds(20), scratch);
    }
}
