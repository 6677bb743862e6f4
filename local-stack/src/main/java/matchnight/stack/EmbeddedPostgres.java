package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import matchnight.stack.process.Directories;
import matchnight.stack.process.FreePorts;
import matchnight.stack.process.GuardedLaunch;
import matchnight.stack.process.GuardedProcess;
import matchnight.stack.process.PrivateFile;
import org.jspecify.annotations.Nullable;

/** PostgreSQL as a process of its own, from the programs on the class path. */
final class EmbeddedPostgres extends PostgresServer {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
    private static final UnprivilegedUser USER = UnprivilegedUser.current();

    private final PostgresPrograms programs;
    private final Path data;
    private final Path log;
    private final int port;
    private final Map<String, String> changes;
    private final @Nullable Path scratch;
    private final StartListener listener = new StartListener();
    private volatile @Nullable GuardedProcess process;

    private EmbeddedPostgres(
            PostgresPrograms programs,
            Path data,
            Path log,
            int port,
            Map<String, String> changes,
            @Nullable Path scratch,
            Passwords passwords) {
        super(passwords);
        this.programs = programs;
        this.data = data;
        this.log = log;
        this.port = port;
        this.changes = changes;
        this.scratch = scratch;
    }

    /** A server whose data lives no longer than this JVM. It is started. */
    static EmbeddedPostgres temporary(Map<String, String> changes) {
        Path scratch = Directories.createScratch("matchnight-postgresql-");
        USER.letThrough(scratch);
        EmbeddedPostgres server = new EmbeddedPostgres(
                PostgresPrograms.unpackedUnder(StackHome.ofUser().create().programs()),
                scratch.resolve("data"),
                scratch.resolve("postgresql.log"),
                FreePorts.any(),
                changes,
                scratch,
                Passwords.generate());
        try {
            server.restart();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** The stack's server, whose data stays. It is not started yet. */
    static EmbeddedPostgres in(StackHome home, int port, Passwords passwords) {
        return new EmbeddedPostgres(
                PostgresPrograms.unpackedUnder(home.programs()),
                home.data().resolve("postgresql"),
                home.log("postgresql"),
                port,
                Map.of(),
                null,
                passwords);
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public long pid() {
        return running().pid();
    }

    void whenStarted(Consumer<GuardedProcess> action) {
        listener.set(action);
    }

    private GuardedProcess running() {
        GuardedProcess current = process;
        if (current == null) {
            throw new IllegalStateException("PostgreSQL was never started");
        }
        return current;
    }

    @Override
    public void kill() {
        List<ProcessHandle> backends = running().handle().descendants().toList();
        running().kill();
        backends.forEach(ProcessHandle::destroyForcibly);
        backends.forEach(backend -> backend.onExit().join());
    }

    @Override
    public void stop() {
        GuardedProcess current = process;
        if (current != null) {
            current.stop();
        }
    }

    @Override
    public String log() {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void restart() {
        stop();
        initialise();
        PostmasterFile.in(data).removeIfStale();
        GuardedProcess started = GuardedProcess.start(launch());
        process = started;
        listener.started(started);
        awaitAnswer(START_TIMEOUT);
    }

    @Override
    public void close() {
        stop();
        PostmasterFile.in(data).releaseSharedMemory();
        if (scratch != null) {
            Directories.delete(scratch);
        }
    }

    private GuardedLaunch launch() {
        configure();
        List<String> command = USER.command(List.of(programs.program("postgres").toString(), "-D", data.toString()));
        return new GuardedLaunch("postgresql", command, Map.of("TZ", "UTC"), log, "INT", STOP_TIMEOUT, scratch);
    }

    private void configure() {
        PrivateFile.write(data.resolve("postgresql.conf"), PostgresConfiguration.text(port, changes));
        PrivateFile.write(data.resolve("pg_hba.conf"), PostgresConfiguration.HOST_BASED_AUTHENTICATION);
        USER.give(data.resolve("postgresql.conf"));
        USER.give(data.resolve("pg_hba.conf"));
    }

    // A cluster that initdb did not finish lacks this mark, and is made anew.
    private Path finishedMark() {
        return data.resolve("matchnight.initialised");
    }

    private void initialise() {
        if (Files.exists(finishedMark())) {
            return;
        }
        Directories.delete(data);
        USER.createDirectory(data);
        Path passwordFile = data.resolveSibling("superuser-password");
        PrivateFile.write(passwordFile, passwords().ofSuperuser());
        USER.give(passwordFile);
        try {
            runInitdb(passwordFile);
            PrivateFile.write(finishedMark(), PostgresPrograms.VERSION + "\n");
        } finally {
            Directories.delete(passwordFile);
        }
    }

    private void runInitdb(Path passwordFile) {
        List<String> command = new ArrayList<>(
                List.of(programs.program("initdb").toString(), "-D", data.toString(), "--username=" + SUPERUSER));
        command.addAll(List.of("--pwfile=" + passwordFile, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"));
        if (scratch != null) {
            command.add("--no-sync");
        }
        try {
            int exitCode = new ProcessBuilder(USER.command(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start()
                    .waitFor();
            if (exitCode != 0) {
                throw new StackFailure("initdb failed, see " + log + ":\n" + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted while initdb ran", e);
        }
    }

    @Override
    protected void requireAlive() {
        if (!running().isAlive()) {
            throw new StackFailure(
                    "PostgreSQL ended while starting:\n" + running().logTail(20));
        }
    }
}
