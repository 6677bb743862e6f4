package matchnight.stack;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** A running Kafka broker on this machine that creates no topic by itself. */
public abstract class KafkaServer implements AutoCloseable {

    /** The topics of the product; each has {@value #PARTITIONS} partitions. */
    public static final List<String> TOPICS = List.of("market-results", "bet-events", "market-results.dead-letter");

    public static final int PARTITIONS = 6;

    // How long a result waits counts from when the broker has it, not from what a feed's clock says.
    private static final Map<String, Map<String, String>> CONFIGURATIONS =
            Map.of("market-results", Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"));

    private static final short ONE_REPLICA = 1;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    /** Starts an embedded broker with nothing in it, which is deleted when it is closed or when this JVM ends in any way. */
    public static KafkaServer start() {
        return EmbeddedKafka.temporary();
    }

    public abstract String bootstrapServers();

    /** The broker's process id on this machine, or -1 where it runs in a container. */
    public abstract long pid();

    /** Ends the broker at once, as a crash would. The data stays. */
    public abstract void kill();

    /** Stops the broker in good order. The data stays. */
    public abstract void stop();

    /** Starts the broker again with the same data, on the same port; stops it before where it runs. */
    public abstract void restart();

    @Override
    public abstract void close();

    /** Creates those of the product's topics that are missing. */
    public void createTopics() {
        createTopics(TOPICS, PARTITIONS);
    }

    /** Creates those of the topics that are missing, and returns when the broker leads all their partitions. */
    public void createTopics(List<String> names, int partitions) {
        try (Admin admin = admin()) {
            Set<String> missing = new HashSet<>(names);
            missing.removeAll(within(admin.listTopics().names()));
            for (String name : missing) {
                create(
                        admin,
                        new NewTopic(name, partitions, ONE_REPLICA)
                                .configs(CONFIGURATIONS.getOrDefault(name, Map.of())));
            }
        }
    }

    /** An administrative client for the caller to close. */
    public Admin admin() {
        return Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers(),
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                100));
    }

    /** Waits until the broker answers a client. */
    protected void awaitAnswer() {
        try (Admin admin = admin()) {
            within(admin.describeCluster().nodes());
        }
    }

    private static void create(Admin admin, NewTopic topic) {
        try {
            admin.createTopics(List.of(topic)).all().get(REQUEST_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new StackFailure("cannot create topic " + topic.name() + ": " + e.getCause(), e);
            }
        } catch (TimeoutException e) {
            throw new StackFailure("Kafka took too long to create topic " + topic.name(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted while creating topics", e);
        }
    }

    static <T> T within(org.apache.kafka.common.KafkaFuture<T> answer) {
        try {
            return answer.get(REQUEST_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StackFailure("Kafka does not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted while asking Kafka", e);
        }
    }
}
