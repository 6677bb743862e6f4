package matchnight.stack.testing;

import com.github.dockerjava.api.DockerClient;
import java.util.List;
import matchnight.stack.KafkaServer;
import matchnight.stack.process.FreePorts;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** Kafka from the official image. */
final class ContainerKafka extends KafkaServer {

    private static final int INNER_PORT = 9092;

    private final KafkaContainer container;
    private final int port;

    private ContainerKafka() {
        // The port is ours, not the engine's choice: it has to be the same one after a restart.
        this.port = FreePorts.any();
        this.container = new KafkaContainer(DockerImageName.parse("apache/kafka:4.3.1"))
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
        container.setPortBindings(List.of("127.0.0.1:" + port + ":" + INNER_PORT));
    }

    static ContainerKafka started() {
        ContainerKafka server = new ContainerKafka();
        server.container.start();
        return server;
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
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
    public void restart() {
        client().restartContainerCmd(container.getContainerId()).exec();
        awaitAnswer();
    }

    @Override
    public void close() {
        container.stop();
    }

    private static DockerClient client() {
        return DockerClientFactory.instance().client();
    }
}
