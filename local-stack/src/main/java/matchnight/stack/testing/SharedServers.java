package matchnight.stack.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import matchnight.stack.KafkaServer;
import matchnight.stack.PostgresServer;
import matchnight.stack.StackFailure;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL and one Kafka a JVM, started when first asked for and stopped with the JVM, also when that is killed.
 *
 * <p>Tests make databases and topics of their own in them. A test that hurts a server starts its own instead.
 */
public final class SharedServers {

    /** Set to {@code docker} or {@code embedded} to decide; without it the official images are taken where an engine answers. */
    public static final String SWITCH = "MATCHNIGHT_TEST_SERVERS";

    private static @Nullable PostgresServer postgres;
    private static @Nullable KafkaServer kafka;

    private SharedServers() {}

    public static synchronized PostgresServer postgres() {
        PostgresServer running = postgres;
        if (running == null) {
            running = usesDocker() ? ContainerPostgres.started() : PostgresServer.start();
            closeWithJvm(running);
            postgres = running;
        }
        return running;
    }

    /** The broker, with the product's topics in it. */
    public static synchronized KafkaServer kafka() {
        KafkaServer running = kafka;
        if (running == null) {
            running = usesDocker() ? ContainerKafka.started() : KafkaServer.start();
            closeWithJvm(running);
            running.createTopics();
            kafka = running;
        }
        return running;
    }

    private static boolean usesDocker() {
        String choice = System.getenv(SWITCH);
        if (choice == null || choice.isBlank()) {
            return mayHaveEngine() && Engine.answers();
        }
        return switch (choice) {
            case "docker" -> true;
            case "embedded" -> false;
            default -> throw new StackFailure(SWITCH + " is docker or embedded, not " + choice);
        };
    }

    // Spares the machine without an engine the seconds that the search for one takes.
    private static boolean mayHaveEngine() {
        return System.getenv("DOCKER_HOST") != null
                || Files.exists(Path.of("/var/run/docker.sock"))
                || Files.exists(Path.of(System.getProperty("user.home"), ".testcontainers.properties"))
                || Files.exists(Path.of(System.getProperty("user.home"), ".docker", "run", "docker.sock"));
    }

    private static void closeWithJvm(AutoCloseable server) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server), "close-shared-server"));
    }

    private static void close(AutoCloseable server) {
        try {
            server.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asked in a class of its own, so that Testcontainers is loaded only where it may be of use. */
    private static final class Engine {

        private static boolean answers() {
            return org.testcontainers.DockerClientFactory.instance().isDockerAvailable();
        }
    }
}
