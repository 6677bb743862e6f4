package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code postmaster.pid}, which a running server keeps in its data directory and a killed one leaves there. */
record PostmasterFile(Path file) {

    private static final int PID_LINE = 0;
    private static final int SHARED_MEMORY_LINE = 6;

    static PostmasterFile in(Path data) {
        return new PostmasterFile(data.resolve("postmaster.pid"));
    }

    // PostgreSQL itself only asks whether the pid exists, and refuses to start when a stranger has it by now. We hold
    // the
    // stack's lock, so a file whose pid is no postgres is a dead server's.
    void removeIfStale() {
        List<String> lines = lines();
        if (lines.isEmpty() || isPostgres(lines.get(PID_LINE))) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // A server that was killed cannot give back the small segment by which it proved to be alone. The next start on the
    // same
    // data would; when there is none, it is ours to do.
    void releaseSharedMemory() {
        List<String> lines = lines();
        if (lines.size() <= SHARED_MEMORY_LINE || isPostgres(lines.get(PID_LINE))) {
            return;
        }
        String[] keyAndId = lines.get(SHARED_MEMORY_LINE).strip().split("\\s+", -1);
        if (keyAndId.length == 2) {
            run("ipcrm", "-m", keyAndId[1]);
        }
    }

    private static boolean isPostgres(String pid) {
        try {
            return ProcessHandle.of(Long.parseLong(pid.strip()))
                    .flatMap(process -> process.info().command())
                    .map(command -> command.contains("postgres"))
                    .orElse(false);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(String... command) {
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            // No ipcrm on this system: an empty segment of 56 bytes stays until the next boot.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
