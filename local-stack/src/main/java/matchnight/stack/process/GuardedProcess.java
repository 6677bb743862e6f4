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

    // The shell starts a watcher and then becomes the program, so the pid is the program's own. The watcher holds the
    // read
    // end of our pipe. "gone" on it means that the program has ended already and its pid may belong to somebody else;
    // the
    // pipe's end without that word means that we were killed. The watcher is orphaned on purpose (a subshell in a
    // subshell):
    // PostgreSQL must not find a stranger among its children.
    private static final String WATCH_AND_RUN = """
            signal=$1 tenths=$2 scratch=$3
            shift 3
            target=$$
            exec 3<&0
            (
              (
                trap '' HUP INT TERM
                if read -r word <&3 && [ "$word" = gone ]; then exit 0; fi
                kill -s CONT "$target"
                kill -s "$signal" "$target"
                while kill -s 0 "$target" && [ "$tenths" -gt 0 ]; do sleep 0.1; tenths=$((tenths - 1)); done
                kill -s KILL "$target"
                if [ -n "$scratch" ]; then sleep 0.2; rm -rf -- "$scratch"; fi
              ) &
            ) </dev/null >/dev/null 2>&1
            exec 3<&-
            exec "$@" </dev/null
            """;

    private final GuardedLaunch launch;
    private final Process process;

    private GuardedProcess(GuardedLaunch launch, Process process) {
        this.launch = launch;
        this.process = process;
    }

    public static GuardedProcess start(GuardedLaunch launch) {
        ProcessBuilder builder = new ProcessBuilder(watched(launch))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
        builder.environment().putAll(launch.environment());
        try {
            GuardedProcess started = new GuardedProcess(launch, builder.start());
            var _ = started.process.onExit().thenRun(started::tellWatcherThatItIsGone);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + launch.name(), e);
        }
    }

    private static List<String> watched(GuardedLaunch launch) {
        List<String> command = new ArrayList<>(OwnSession.PREFIX);
        command.addAll(List.of("/bin/sh", "-c", WATCH_AND_RUN, launch.name(), launch.stopSignal()));
        command.add(Long.toString(launch.stopTimeout().toMillis() / 100));
        Path scratch = launch.scratch();
        command.add(scratch == null ? "" : scratch.toString());
        command.addAll(launch.command());
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

    private void tellWatcherThatItIsGone() {
        try (var pipe = process.getOutputStream()) {
            pipe.write("gone\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // The watcher is gone as well, and with it the need to tell.
        }
    }
}
