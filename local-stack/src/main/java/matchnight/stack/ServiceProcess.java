package matchnight.stack;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import matchnight.stack.process.Directories;
import matchnight.stack.process.FreePorts;
import matchnight.stack.process.GuardedLaunch;
import matchnight.stack.process.GuardedProcess;
import matchnight.stack.process.Pause;
import org.jspecify.annotations.Nullable;

/** A service in a JVM of its own, which can be hurt in all the ways that a machine hurts processes. */
public final class ServiceProcess implements AutoCloseable {

    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 100;
    private static final int LOG_LINES = 30;

    private final ServiceLaunch launch;
    private final StartListener listener = new StartListener();
    private volatile @Nullable GuardedProcess process;

    private ServiceProcess(ServiceLaunch launch) {
        this.launch = launch;
    }

    static ServiceProcess create(ServiceLaunch launch) {
        return new ServiceProcess(launch);
    }

    /** Starts the service and returns at once; {@link #awaitReady()} waits for it. */
    public static ServiceProcess start(ServiceLaunch launch) {
        ServiceProcess service = create(launch);
        service.restart();
        return service;
    }

    /** Starts a service against a test's database on any free port, with its log in the module's build directory. */
    public static ServiceProcess start(ServiceKind kind, TestDatabase database, KafkaServer kafka, TokenIssuer tokens) {
        return start(launch(kind, database, kafka, tokens));
    }

    /** What {@link #start(ServiceKind, TestDatabase, KafkaServer, TokenIssuer)} starts, to be changed before. */
    // A test's service lives for seconds: without the second compiler it is ready for half the processor time.
    public static ServiceLaunch launch(ServiceKind kind, TestDatabase database, KafkaServer kafka, TokenIssuer tokens) {
        int port = FreePorts.any();
        Path log = logDirectory().resolve(kind.label() + "-" + port + ".log");
        return ServiceLaunch.of(
                        kind,
                        kind.jar(),
                        port,
                        database.jdbcUrl(),
                        database.server().passwords(),
                        kafka,
                        tokens,
                        log)
                .withJvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    }

    public ServiceKind kind() {
        return launch.kind();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + launch.port());
    }

    public long pid() {
        return running().pid();
    }

    public boolean isAlive() {
        return running().isAlive();
    }

    public Path log() {
        return launch.log();
    }

    /** The exit code, once there is one. */
    public CompletableFuture<Integer> onExit() {
        return running().onExit();
    }

    /** Waits until the service says that it is ready, and returns it. */
    public ServiceProcess awaitReady() {
        return awaitReady(READY_TIMEOUT);
    }

    public ServiceProcess awaitReady(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!isReady()) {
            if (!isAlive()) {
                throw new StackFailure(launch.kind().label() + " ended with exit code " + onExit().join()
                        + " while starting. The end of " + log() + ":\n"
                        + running().logTail(LOG_LINES));
            }
            if (System.nanoTime() > deadline) {
                throw new StackFailure(launch.kind().label() + " was not ready within " + timeout.toSeconds()
                        + " s. The end of " + log() + ":\n" + running().logTail(LOG_LINES));
            }
            Pause.millis(POLL_MILLIS);
        }
        return this;
    }

    public boolean isReady() {
        return HealthProbe.accepts(launch.port()) && HealthProbe.isReady(url());
    }

    /** SIGKILL: whatever it was doing ends where it was. */
    public void kill() {
        running().kill();
    }

    /** SIGSTOP: it stands still, with its connections open, as under a long pause of the machine. */
    public void freeze() {
        running().signal("STOP");
    }

    /** SIGCONT: it goes on and does not know that time has passed. */
    public void thaw() {
        running().signal("CONT");
    }

    /** SIGTERM, and waits for it. */
    public void stop() {
        GuardedProcess current = process;
        if (current != null) {
            current.stop();
        }
    }

    /** Starts it again as it was started before; stops it before where it runs. */
    public synchronized void restart() {
        stop();
        GuardedProcess started = GuardedProcess.start(guarded(launch));
        process = started;
        listener.started(started);
    }

    void whenStarted(Consumer<GuardedProcess> action) {
        listener.set(action);
    }

    private GuardedProcess running() {
        GuardedProcess current = process;
        if (current == null) {
            throw new IllegalStateException(launch.kind().label() + " was never started");
        }
        return current;
    }

    @Override
    public void close() {
        stop();
    }

    private static Path logDirectory() {
        Path build = Path.of("target").toAbsolutePath();
        return Files.isDirectory(build)
                ? Directories.createPrivate(build.resolve("service-logs"))
                : Directories.createScratch("matchnight-service-logs-");
    }

    private static GuardedLaunch guarded(ServiceLaunch launch) {
        Map<String, String> environment = new HashMap<>(launch.environment());
        environment.put("SERVER_PORT", Integer.toString(launch.port()));
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        List<String> arguments = new ArrayList<>(launch.jvmOptions());
        arguments.addAll(List.of("-jar", launch.jar().toString()));
        return GuardedLaunch.java(launch.kind().label(), arguments, environment, launch.log(), null);
    }
}
