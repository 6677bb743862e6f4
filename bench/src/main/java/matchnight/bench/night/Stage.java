package matchnight.bench.night;

import java.time.Duration;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.RetryPolicy;
import matchnight.bench.product.Betting;
import matchnight.bench.product.Product;
import matchnight.bench.product.ResultFeed;
import matchnight.bench.product.Trading;
import matchnight.bench.product.Wallet;

/** The clients of one demo: bettors on connections of their own, so that a trader's whistle never waits behind a bet. */
final class Stage implements AutoCloseable {

    private static final int BETS_IN_FLIGHT_MAX = 64;
    private static final int DESK_IN_FLIGHT_MAX = 16;
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private final Product product;
    private final HttpClient bettors;
    private final HttpClient desk;
    private final HttpClient worker;
    private final Betting betting;
    private final Trading trading;
    private final Wallet wallet;
    private final ResultFeed results;

    Stage(Product product) {
        this.product = product;
        this.bettors = new HttpClient(product.betApi(), BETS_IN_FLIGHT_MAX, ANSWER_LIMIT);
        this.desk = new HttpClient(product.betApi(), DESK_IN_FLIGHT_MAX, ANSWER_LIMIT);
        this.worker = new HttpClient(product.settlementWorker(), DESK_IN_FLIGHT_MAX, ANSWER_LIMIT);
        this.betting = new Betting(bettors, product, RetryPolicy.ofAClient());
        this.trading = new Trading(desk, product);
        this.wallet = new Wallet(desk, product);
        this.results = new ResultFeed(worker, product);
    }

    Product product() {
        return product;
    }

    HttpClient worker() {
        return worker;
    }

    Betting betting() {
        return betting;
    }

    Trading trading() {
        return trading;
    }

    Wallet wallet() {
        return wallet;
    }

    ResultFeed results() {
        return results;
    }

    @Override
    public void close() {
        results.close();
        bettors.close();
        desk.close();
        worker.close();
    }
}
