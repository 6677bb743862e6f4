package matchnight.bench.product;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes results: as the feed does, straight to the topic, or as a person does, over HTTP. */
public final class ResultFeed implements AutoCloseable {

    public static final String TOPIC = "market-results";
    private static final Duration PUBLISHED_WITHIN = Duration.ofSeconds(20);

    private final KafkaProducer<String, String> producer;
    private final Caller caller;

    public ResultFeed(HttpClient settlementWorker, Product product) {
        this.caller = new Caller(settlementWorker, product.tokens().issue("result-desk", "results"));
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, product.kafka(),
                        ProducerConfig.ACKS_CONFIG, "all",
                        ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 15_000,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Publishes to Kafka and waits for the broker's word. */
    public void publish(ResultMessage result) {
        try {
            producer.send(new ProducerRecord<>(TOPIC, result.marketId(), result.json()))
                    .get(PUBLISHED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new ProductException("The result of " + result.marketId() + " was not published", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ProductException("Interrupted while publishing " + result.marketId(), interrupted);
        }
    }

    /** Hands the result to the worker, which publishes it. */
    public void submit(ResultMessage result) {
        caller.expectSuccess(HttpRequest.json("POST", "/admin/results", result.json()));
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
