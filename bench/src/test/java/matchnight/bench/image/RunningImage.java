package matchnight.bench.image;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.bench.image.Dockerfile.Stage;
import matchnight.bench.image.Namespace.Finished;
import matchnight.stack.process.FreePorts;
import matchnight.stack.process.GuardedLaunch;
import matchnight.stack.process.GuardedProcess;
import org.awaitility.Awaitility;

/** An image that runs as its Dockerfile says: its user, its directory, its command, on a file system that nobody can write. */
final class RunningImage implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofMinutes(2);

    private final Namespace inside;
    private final Stage image;
    private final Map<String, String> environment;
    private final int port = FreePorts.any();
    private final GuardedProcess process;

    RunningImage(Path root, Stage image, Map<String, String> environment, Path log) throws IOException {
        this.inside = Namespace.in(root);
        this.image = image;
        this.environment = new HashMap<>(environment);
        String[] port = image.last("ENV").orElseThrow().rest().split("=", 2);
        this.environment.put(port[0], Integer.toString(this.port));
        process = GuardedProcess.start(new GuardedLaunch(
                "image",
                command(image.last("ENTRYPOINT").orElseThrow().exec()),
                Map.of(),
                log,
                image.last("STOPSIGNAL").orElseThrow().rest().replace("SIG", ""),
                Duration.ofSeconds(30),
                null));
    }

    private List<String> command(List<String> words) {
        return inside.command(
                image.last("WORKDIR").orElseThrow().rest(),
                image.last("USER").orElseThrow().rest(),
                true,
                environment,
                words);
    }

    RunningImage awaitReady() {
        Awaitility.await()
                .atMost(READY_WITHIN)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException("it ended:\n" + process.logTail(40));
                    }
                    return accepts() && statusOf("/actuator/health/readiness") == 200;
                });
        return this;
    }

    private boolean accepts() {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    int statusOf(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + port + path);
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    Duration processorTime() {
        return process.handle().info().totalCpuDuration().orElseThrow();
    }

    /** What its HEALTHCHECK finds, run beside it as an engine would. */
    Finished healthCheck() throws IOException, InterruptedException {
        return beside(image.last("HEALTHCHECK").orElseThrow().exec());
    }

    /** Runs a command as the image's user in its file system. */
    Finished beside(List<String> words) throws IOException, InterruptedException {
        return Namespace.run(command(words));
    }

    /** The user and group that the kernel knows the process by. */
    String identity() throws IOException {
        List<String> status = Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"));
        return status.stream()
                .filter(line -> line.startsWith("Uid:") || line.startsWith("Gid:"))
                .map(line -> line.split("\\s+", -1)[1])
                .reduce((user, group) -> user + ":" + group)
                .orElseThrow();
    }

    void freeze() {
        process.signal("STOP");
    }

    void thaw() {
        process.signal("CONT");
    }

    /** Stops it as an engine does; the exit code. */
    int stop() {
        process.stop();
        return process.onExit().join();
    }

    String logTail() {
        return process.logTail(100);
    }

    @Override
    public void close() {
        process.close();
    }
}
