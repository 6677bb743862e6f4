package matchnight.bench.endtoend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import matchnight.bench.load.RetryPolicy;
import matchnight.bench.load.Submission;
import matchnight.bench.load.Submit;
import matchnight.bench.product.Product;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.JsonNode;

/** Calls with bodies of a test's own making, and results of its own making on the topic. */
final class ServiceCalls implements AutoCloseable {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final long PUBLISHED_WITHIN_SECONDS = 60;
    private static final int IN_FLIGHT_MAX = 16;

    private final HttpClient betApi;
    private final Submit submit;
    private final Product product;
    private final String desk;
    private final KafkaProducer<String, String> results;

    ServiceCalls(Product product) {
        this.product = product;
        this.betApi = new HttpClient(product.betApi(), IN_FLIGHT_MAX, ANSWER_LIMIT);
        this.submit = new Submit(betApi, RetryPolicy.ofAClient());
        this.desk = "Bearer " + product.tokens().issue("desk", "trading", "ops");
        this.results = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, product.kafka(), ProducerConfig.ACKS_CONFIG, "all"),
                new StringSerializer(),
                new StringSerializer());
    }

    void putUpMarket(String marketId, String body) {
        call(HttpRequest.json("PUT", "/v1/markets/" + marketId, body).with("Authorization", desk));
    }

    /** Places the bet of the account and returns its id. */
    String place(String accountId, String key, String body) {
        String token = "Bearer " + product.tokens().issue(accountId, "bets");
        return call(HttpRequest.json("POST", "/v1/bets", body)
                        .with("Authorization", token)
                        .with("Idempotency-Key", key))
                .path("betId")
                .stringValue();
    }

    /** The bet as it is answered, byte for byte. */
    String find(String betId) {
        return answer(HttpRequest.get("/v1/bets/" + betId).with("Authorization", desk))
                .body();
    }

    private JsonNode call(HttpRequest request) {
        return answer(request).json();
    }

    private HttpAnswer answer(HttpRequest request) {
        Submission submission = submit.submit(request);
        HttpAnswer answer = requireNonNull(submission.answer(), () -> request.target() + " was not answered");
        assertThat(answer.isSuccess())
                .as(() -> request.method() + " " + request.target() + " " + request.body() + " was answered "
                        + answer.status() + " " + answer.body())
                .isTrue();
        return answer;
    }

    /** Publishes a result event as the feed does. */
    void publish(String marketId, String event) {
        try {
            results.send(new ProducerRecord<>("market-results", marketId, event))
                    .get(PUBLISHED_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IllegalStateException("The result of " + marketId + " was not published", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Does all of it, some at a time, and fails if one of them fails. */
    static <T> void allOf(List<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> done : threads.invokeAll(tasks)) {
                done.get();
            }
        }
    }

    @Override
    public void close() {
        results.close(Duration.ofSeconds(5));
        betApi.close();
    }
}
