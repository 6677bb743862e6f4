package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import matchnight.stack.process.PrivateFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who runs, as the running stack writes it down for {@code status}, {@code down} and a start after a crash.
 *
 * @param owner the process that started everything and stops it
 * @param ready whether everything has started
 */
record StackRecord(RecordedProcess owner, boolean ready, int portBase, List<RecordedPart> services) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A process, recognisable after its pid was given to another one.
     *
     * @param startedAtMillis when it started by the operating system's account; 0 where that is not known
     */
    record RecordedProcess(long pid, long startedAtMillis) {

        // The system counts a start in ticks since boot, and the sum may come out differently by some milliseconds.
        private static final Duration TOLERANCE = Duration.ofSeconds(2);

        static RecordedProcess of(ProcessHandle handle) {
            return new RecordedProcess(handle.pid(), startMillis(handle));
        }

        /** The process itself, while it lives. */
        Optional<ProcessHandle> alive() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(handle -> Math.abs(startMillis(handle) - startedAtMillis) <= TOLERANCE.toMillis());
        }

        private static long startMillis(ProcessHandle handle) {
            return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        }
    }

    /** One of the stack's processes. */
    record RecordedPart(String name, String url, RecordedProcess process) {}

    StackRecord with(RecordedPart service) {
        List<RecordedPart> all = new ArrayList<>(services);
        all.removeIf(known -> known.name().equals(service.name()));
        all.add(service);
        return new StackRecord(owner, ready, portBase, all);
    }

    StackRecord asReady() {
        return new StackRecord(owner, true, portBase, services);
    }

    void write(Path file) {
        PrivateFile.write(file, JSON.writeValueAsString(this));
    }

    static void forget(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Optional<StackRecord> read(Path file) {
        try {
            return Optional.of(JSON.readValue(Files.readString(file), StackRecord.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw new StackFailure(file + " is damaged; remove it once no process of the stack runs", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
