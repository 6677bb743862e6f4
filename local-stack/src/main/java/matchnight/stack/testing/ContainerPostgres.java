package matchnight.stack.testing;

import com.github.dockerjava.api.DockerClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import matchnight.stack.Passwords;
import matchnight.stack.PostgresServer;
import matchnight.stack.process.FreePorts;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** PostgreSQL from the official image, with the stack's settings. */
final class ContainerPostgres extends PostgresServer {

    private static final int INNER_PORT = 5432;

    private final PostgreSQLContainer container;
    private final int port;

    private ContainerPostgres(Passwords passwords) {
        super(passwords);
        // The port is ours, not the engine's choice: it has to be the same one after a restart.
        this.port = FreePorts.any();
        this.container = new PostgreSQLContainer(DockerImageName.parse("postgres:18"))
                .withDatabaseName("postgres")
                .withUsername("postgres")
                .withPassword(passwords.ofSuperuser())
                .withCommand(command());
        container.setPortBindings(List.of("127.0.0.1:" + port + ":" + INNER_PORT));
        container.waitingFor(Wait.forLogMessage(".*database system is ready to accept connections.*\\s", 2));
    }

    static ContainerPostgres started() {
        ContainerPostgres server = new ContainerPostgres(Passwords.generate());
        server.container.start();
        server.awaitReady();
        return server;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public long pid() {
        return -1;
    }

    @Override
    public void kill() {
        client().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void stop() {
        client().stopContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    @Override
    public void restart() {
        client().restartContainerCmd(container.getContainerId()).exec();
        awaitReady();
    }

    @Override
    public void close() {
        container.stop();
    }

    private static DockerClient client() {
        return DockerClientFactory.instance().client();
    }

    private static String[] command() {
        List<String> command = new ArrayList<>(List.of("postgres"));
        settingsOfContainers().forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command.toArray(String[]::new);
    }

    private void awaitReady() {
        awaitAnswer(Duration.ofSeconds(60));
    }
}
