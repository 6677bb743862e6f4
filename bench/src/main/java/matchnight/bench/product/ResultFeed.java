package matchnight.bench.product;

import java.util.List;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;

/** Publishes results: as the feed does, straight to the topic, or as a person does, over HTTP. */
public final class ResultFeed implements AutoCloseable {

    public static final String TOPIC = ResultTopic.NAME;

    private final ResultTopic topic;
    private final Caller caller;

    public ResultFeed(HttpClient settlementWorker, Product product) {
        this.caller = new Caller(settlementWorker, product.tokens().issue("result-desk", "results"));
        this.topic = new ResultTopic(product.kafka());
    }

    /** Publishes to Kafka and waits for the broker's word. */
    public void publish(ResultMessage result) {
        topic.publish(List.of(result));
    }

    /** Hands the result to the worker, which publishes it. */
    public void submit(ResultMessage result) {
        caller.expectSuccess(HttpRequest.json("POST", "/admin/results", result.json()));
    }

    @Override
    public void close() {
        topic.close();
    }
}
