package matchnight.bench.product;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes results as the feed does: straight to the topic. */
public final class ResultTopic implements AutoCloseable {

    public static final String NAME = "market-results";
    private static final Duration PUBLISHED_WITHIN = Duration.ofSeconds(20);

    private final KafkaProducer<String, String> producer;

    public ResultTopic(String bootstrapServers) {
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ProducerConfig.ACKS_CONFIG, "all",
                        ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 15_000,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Publishes all of them and waits for the broker's word. */
    public void publish(Collection<ResultMessage> results) {
        List<Future<?>> sent = new ArrayList<>();
        results.forEach(
                result -> sent.add(producer.send(new ProducerRecord<>(NAME, result.marketId(), result.json()))));
        sent.forEach(ResultTopic::await);
    }

    private static void await(Future<?> sent) {
        try {
            sent.get(PUBLISHED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new ProductException("A result was not published", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ProductException("Interrupted while publishing a result", interrupted);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
