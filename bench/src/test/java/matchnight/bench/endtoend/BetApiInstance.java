package matchnight.bench.endtoend;

import java.time.Duration;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.RetryPolicy;
import matchnight.bench.load.Submission;
import matchnight.bench.load.Submit;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Betting;
import matchnight.bench.product.Product;
import matchnight.bench.product.Trading;
import matchnight.bench.product.Wallet;
import matchnight.stack.ServiceProcess;

/** One of several bet-api processes on one database, with clients of its own. */
final class BetApiInstance implements AutoCloseable {

    /** As many as any test has bettors. */
    private static final int IN_FLIGHT_MAX = 256;

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    final ServiceProcess process;
    final Product product;
    final Betting betting;
    final Trading trading;
    final Wallet wallet;

    /** On which nothing is tried twice: what the service said first is what the caller gets. */
    final HttpClient client;

    private final Submit patient;

    BetApiInstance(ServiceProcess process, Product product) {
        this.process = process;
        this.product = product;
        this.client = new HttpClient(product.betApi(), IN_FLIGHT_MAX, ANSWER_LIMIT);
        HttpClient desk = new HttpClient(product.betApi(), IN_FLIGHT_MAX, ANSWER_LIMIT);
        this.betting = new Betting(client, product, RetryPolicy.throughARestart());
        this.trading = new Trading(desk, product);
        this.wallet = new Wallet(desk, product);
        this.patient = new Submit(client, RetryPolicy.throughARestart());
    }

    /** Submits a bet, and again under its key while the answer is not final; returns the answer as it came. */
    Submission submit(BetRequest bet) {
        return patient.submit(betting.wire(bet));
    }

    @Override
    public void close() {
        client.close();
        process.close();
    }
}
