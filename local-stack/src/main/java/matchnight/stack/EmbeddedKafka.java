package matchnight.stack;

import java.io.OutputStream;
import java.io.PrintStream;
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
import matchnight.stack.process.Pause;
import matchnight.stack.process.PrivateFile;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.jspecify.annotations.Nullable;

/** Kafka as a process of its own, from the jars on the class path. */
final class EmbeddedKafka extends KafkaServer {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;

    // The broker is a guest beside the database: small heap, no second compiler, one thread to collect garbage.
    private static final List<String> JVM_OPTIONS = List.of(
            "-Xms192m",
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Djava.awt.headless=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.log.kafka.server=info",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSX");

    private final Path programs;
    private final Path data;
    private final Path log;
    private final int port;
    private final int controllerPort;
    private final @Nullable Path scratch;
    private final StartListener listener = new StartListener();
    private volatile @Nullable GuardedProcess process;

    private EmbeddedKafka(Path programs, Path data, Path log, int port, int controllerPort, @Nullable Path scratch) {
        this.programs = programs;
        this.data = data;
        this.log = log;
        this.port = port;
        this.controllerPort = controllerPort;
        this.scratch = scratch;
    }

    /** A broker whose data lives no longer than this JVM. It is started. */
    static EmbeddedKafka temporary() {
        Path scratch = Directories.createScratch("matchnight-kafka-");
        EmbeddedKafka server = new EmbeddedKafka(
                StackHome.ofUser().create().programs(),
                scratch.resolve("data"),
                scratch.resolve("kafka.log"),
                FreePorts.any(),
                FreePorts.any(),
                scratch);
        try {
            server.restart();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** The stack's broker, whose data stays. It is not started yet. */
    static EmbeddedKafka in(StackHome home, StackPorts ports) {
        return new EmbeddedKafka(
                home.programs(),
                home.data().resolve("kafka"),
                home.log("kafka"),
                ports.kafka(),
                ports.kafkaController(),
                null);
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
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
            throw new IllegalStateException("Kafka was never started");
        }
        return current;
    }

    @Override
    public void kill() {
        running().kill();
    }

    @Override
    public void stop() {
        GuardedProcess current = process;
        if (current != null) {
            current.stop();
        }
    }

    @Override
    public synchronized void restart() {
        stop();
        format();
        GuardedProcess started = GuardedProcess.start(launch());
        process = started;
        listener.started(started);
        awaitReady();
    }

    @Override
    public void close() {
        stop();
        if (scratch != null) {
            Directories.delete(scratch);
        }
    }

    private Path configuration() {
        return data.resolveSibling("kafka.properties");
    }

    private GuardedLaunch launch() {
        PrivateFile.write(configuration(), KafkaConfiguration.text(data, port, controllerPort));
        List<String> arguments = new ArrayList<>(JVM_OPTIONS);
        arguments.addAll(List.of(
                "-cp",
                KafkaClassPath.under(programs),
                "kafka.Kafka",
                configuration().toString()));
        return GuardedLaunch.java("kafka", arguments, Map.of(), log, scratch);
    }

    // What kafka-storage.sh does, in this JVM: a JVM of its own would take longer than the format.
    private void format() {
        if (Files.exists(data.resolve("meta.properties"))) {
            return;
        }
        Directories.createPrivate(data);
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setSupportedFeatures(List.of(Feature.PRODUCTION_FEATURES.toArray(Feature[]::new)))
                    .setNodeId(KafkaConfiguration.NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setControllerListenerName(KafkaConfiguration.CONTROLLER_LISTENER)
                    .setMetadataLogDirectory(data.toString())
                    .addDirectory(data.toString())
                    .setIgnoreFormatted(true)
                    .run();
        } catch (Exception e) {
            throw new StackFailure("cannot format Kafka's storage in " + data + ": " + e.getMessage(), e);
        }
    }

    // The port opens when the broker takes part in its cluster; the client then waits for the rest.
    private void awaitReady() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!HealthProbe.accepts(port)) {
            if (!running().isAlive()) {
                throw new StackFailure(
                        "Kafka ended while starting:\n" + running().logTail(20));
            }
            if (System.nanoTime() > deadline) {
                throw new StackFailure("Kafka did not answer within " + START_TIMEOUT.toSeconds() + " s, see " + log);
            }
            Pause.millis(POLL_MILLIS);
        }
        awaitAnswer();
    }
}
