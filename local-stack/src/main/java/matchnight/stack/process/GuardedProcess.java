package matchnight.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A child process that does not outlive this JVM, however this JVM ends. */
public final class GuardedProcess implements AutoCloseable {

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    // The shell waits for the word that its watcher stands by, and then becomes the program: the pid is the program's
    // own.
    private static final String RUN_WHEN_WATCHED = """
            read -r word && [ "$word" = watched ] && exec "$@" </dev/null
            """;

    // Reads from a pipe that we hold. "gone" on it means that the program has ended and its pid may be somebody else's
    // by
    // now; the pipe's end without that word means that we were killed.
    private static final String WATCH = """
            target=$1 signal=$2 tenths=$3 scratch=$4
            trap '' HUP INT TERM
            if read -r word && [ "$word" = gone ]; then exit 0; fi
            kill -s CONT "$target"
            kill -s "$signal" "$target"
            while kill -s 0 "$target" && [ "$tenths" -gt 0 ]; do sleep 0.1; tenths=$((tenths - 1)); done
            kill -s KILL "$target"
            if [ -n "$scratch" ]; then sleep 0.2; rm -rf -- "$scratch"; fi
            """;

    private final GuardedLaunch launch;
    private final Process process;
    private final Process watcher;

    private GuardedProcess(GuardedLaunch launch, Process process, Process watcher) {
        this.launch = launch;
        this.process = process;
        this.watcher = watcher;
    }

    public static GuardedProcess start(GuardedLaunch launch) {
        try {
            Process process = startWaiting(launch);
            Process watcher = startWatcher(launch, process.pid());
            say("watched", process);
            GuardedProcess started = new GuardedProcess(launch, process, watcher);
            var _ = process.onExit().thenRun(started::releaseWatcher);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + launch.name(), e);
        }
    }

    private static Process startWaiting(GuardedLaunch launch) throws IOException {
        List<String> command = inOwnSession(RUN_WHEN_WATCHED, launch.name());
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
        builder.environment().putAll(launch.environment());
        return builder.start();
    }

    private static Process startWatcher(GuardedLaunch launch, long target) throws IOException {
        Path scratch = launch.scratch();
        List<String> command = inOwnSession(WATCH, "watcher-of-" + launch.name());
        command.add(Long.toString(target));
        command.add(launch.stopSignal());
        command.add(Long.toString(launch.stopTimeout().toMillis() / 100));
        command.add(scratch == null ? "" : scratch.toString());
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static List<String> inOwnSession(String script, String name) {
        List<String> command = new ArrayList<>(OwnSession.PREFIX);
        command.addAll(List.of("/bin/sh", "-c", script, name));
        return command;
    }

    public String name() {
        return launch.name();
    }

    public long pid() {
        return process.pid();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes when the process has ended, with its exit code. */
    public CompletableFuture<Integer> onExit() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** Sends a signal, named without {@code SIG}. Does nothing when the process has ended. */
    public void signal(String name) {
        if (isAlive()) {
            Signals.send(name, pid());
        }
    }

    /** Asks the process to end, waits for it, and kills it when it takes too long. */
    public void stop() {
        signal("CONT");
        signal(launch.stopSignal());
        if (!endsWithin(launch.stopTimeout())) {
            kill();
        }
    }

    /** Ends the process at once, without a chance to clear up: SIGKILL. */
    public void kill() {
        process.destroyForcibly();
        if (!endsWithin(KILL_TIMEOUT)) {
            throw new IllegalStateException(launch.name() + " (pid " + pid() + ") survived SIGKILL");
        }
    }

    /** The end of the log, for messages about a process that failed. */
    public String logTail(int lines) {
        try {
            List<String> all = Files.readAllLines(launch.log(), StandardCharsets.ISO_8859_1);
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    public Path log() {
        return launch.log();
    }

    @Override
    public void close() {
        stop();
    }

    private boolean endsWithin(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !isAlive();
        }
    }

    private void releaseWatcher() {
        try {
            say("gone", watcher);
        } catch (IOException _) {
            // The watcher was killed, and with it the need to tell.
        }
    }

    private static void say(String word, Process listener) throws IOException {
        try (var pipe = listener.getOutputStream()) {
            pipe.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }
}
