package matchnight.bench.endtoend;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import matchnight.bench.load.RetryPolicy;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Betting;
import matchnight.bench.product.MarketDefinition;
import matchnight.bench.product.MarketDefinition.Offer;
import matchnight.bench.product.Product;
import matchnight.bench.product.ResultFeed;
import matchnight.bench.product.ResultMessage;
import matchnight.bench.product.Trading;
import matchnight.bench.product.Wallet;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.audit.Invariant;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.stack.DatabaseRole;
import matchnight.stack.KafkaServer;
import matchnight.stack.ServiceKind;
import matchnight.stack.ServiceLaunch;
import matchnight.stack.ServiceProcess;
import matchnight.stack.TestDatabase;
import matchnight.stack.TokenIssuer;
import matchnight.stack.testing.SharedServers;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Both services as processes over a database of their own, once a JVM; each test makes its own accounts and markets. */
final class RunningProduct implements AutoCloseable {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final int IN_FLIGHT_MAX = 64;

    private static @Nullable RunningProduct shared;

    final TestDatabase database;
    private final KafkaServer kafka;
    private final TokenIssuer tokens = TokenIssuer.temporary();
    private final UnaryOperator<ServiceLaunch> betApiChanges;
    final ServiceProcess betApi;
    final ServiceProcess settlementWorker;
    final Product product;
    final Betting betting;

    /** On connections of its own, where no bet waits behind a stream of them. */
    final Betting unhinderedBetting;

    final Trading trading;
    final Wallet wallet;
    final ResultFeed results;

    private RunningProduct(
            TestDatabase database,
            KafkaServer kafka,
            UnaryOperator<ServiceLaunch> betApiChanges,
            UnaryOperator<ServiceLaunch> workerChanges) {
        this.database = database;
        this.kafka = kafka;
        this.betApiChanges = betApiChanges;
        betApi = ServiceProcess.start(betApiChanges.apply(launch(ServiceKind.BET_API)));
        settlementWorker = ServiceProcess.start(workerChanges.apply(launch(ServiceKind.SETTLEMENT_WORKER)));
        betApi.awaitReady();
        settlementWorker.awaitReady();
        product = product(betApi);
        HttpClient bettors = new HttpClient(product.betApi(), IN_FLIGHT_MAX, ANSWER_LIMIT);
        HttpClient desk = new HttpClient(product.betApi(), IN_FLIGHT_MAX, ANSWER_LIMIT);
        betting = new Betting(bettors, product, RetryPolicy.throughARestart());
        unhinderedBetting = new Betting(desk, product, RetryPolicy.throughARestart());
        trading = new Trading(desk, product);
        wallet = new Wallet(desk, product);
        results = new ResultFeed(new HttpClient(product.settlementWorker(), 4, ANSWER_LIMIT), product);
    }

    private ServiceLaunch launch(ServiceKind kind) {
        return ServiceProcess.launch(kind, database, kafka, tokens);
    }

    private Product product(ServiceProcess ofBetApi) {
        return Product.of(ofBetApi, settlementWorker, kafka, database, tokens);
    }

    /** Starts a product of a test's own, whose services are told what the changes say. */
    static RunningProduct start(
            TestDatabase database,
            KafkaServer kafka,
            UnaryOperator<ServiceLaunch> betApiChanges,
            UnaryOperator<ServiceLaunch> workerChanges) {
        return new RunningProduct(database, kafka, betApiChanges, workerChanges);
    }

    /** The bet-api that is always there. */
    BetApiInstance instance() {
        return new BetApiInstance(betApi, product);
    }

    /** Starts one more bet-api on the same database; whoever asked for it closes it. */
    BetApiInstance startAnotherBetApi() {
        return startAnotherBetApi(UnaryOperator.identity());
    }

    BetApiInstance startAnotherBetApi(UnaryOperator<ServiceLaunch> changes) {
        ServiceProcess another = ServiceProcess.start(changes.apply(betApiChanges.apply(launch(ServiceKind.BET_API))));
        return new BetApiInstance(another.awaitReady(), product(another));
    }

    /** Starts a worker for a while in the place of the one that is always there. */
    ServiceProcess replaceWorker(UnaryOperator<ServiceLaunch> changes) {
        settlementWorker.stop();
        return ServiceProcess.start(changes.apply(launch(ServiceKind.SETTLEMENT_WORKER)))
                .awaitReady();
    }

    static synchronized RunningProduct shared() {
        RunningProduct running = shared;
        if (running == null) {
            running = start(
                    SharedServers.postgres().createMigratedDatabase(),
                    SharedServers.kafka(),
                    UnaryOperator.identity(),
                    UnaryOperator.identity());
            shared = running;
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "stop-running-product"));
        }
        return running;
    }

    @Override
    public void close() {
        results.close();
        betApi.close();
        settlementWorker.close();
    }

    /** Puts up a market of its own event, {@code H} at 2.50 and {@code A} at 11/4, with limits that nobody reaches. */
    void putUpMarket(String marketId, CurrencyCode currency) {
        putUpMarket(marketId, marketId + "~event", currency, Map.of("H", "2.50", "A", "11/4"));
    }

    void putUpMarket(String marketId, String eventId, CurrencyCode currency, Map<String, String> prices) {
        putUpMarket(marketId, eventId, currency, "100000000", "1", prices);
    }

    void putUpMarket(
            String marketId,
            String eventId,
            CurrencyCode currency,
            String liabilityLimit,
            String minStake,
            Map<String, String> prices) {
        List<Offer> offers = prices.entrySet().stream()
                .map(price -> new Offer(price.getKey(), price.getKey(), price.getValue()))
                .toList();
        trading.putUp(new MarketDefinition(
                marketId,
                eventId,
                eventId,
                "1X2",
                Instant.now(),
                Instant.now().plus(Duration.ofHours(3)),
                currency,
                liabilityLimit,
                minStake,
                "100000",
                offers));
    }

    /** Opens accounts {@code prefix-1} and so on with this deposit each. */
    List<String> openAccounts(String prefix, int count, Money deposit) {
        List<String> accounts = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            String accountId = prefix + "-" + number;
            wallet.openAccount(accountId, deposit.currency());
            wallet.deposit(accountId, deposit, "deposit");
            betting.prepare(accountId);
            accounts.add(accountId);
        }
        return accounts;
    }

    static ResultMessage result(String marketId, long version, Map<String, String> results) {
        return new ResultMessage(marketId + "~event", marketId, version, Instant.now(), results);
    }

    /** Waits until the market's results up to this version are stored and nothing is left to settle. */
    void awaitApplied(String marketId, long version, Duration limit) {
        Awaitility.await()
                .atMost(limit)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> count("""
                                SELECT count(*)
                                  FROM settlement_job
                                  JOIN result_event USING (market_id)
                                 WHERE market_id = ? AND version = ? AND applied_revision = revision
                                """, marketId, version) == 1);
    }

    /** The one number that a query returns, asked as the superuser. */
    long count(String sql, Object... parameters) {
        try (Connection connection = database.connectAsSuperuser();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The status that a bet with this stake is answered with, sent as it stands. */
    int statusOfStake(String currency, String stake) {
        CurrencyCode code = CurrencyCode.of(currency);
        String id = currency + "-" + stake;
        putUpMarket(id, code);
        String account =
                openAccounts(id + "~account", 1, new Money(1_000_000, code)).getFirst();
        HttpRequest valid =
                betting.wire(new BetRequest(account, "bet", id, "H", "2.50", new Money(7_777, code), "NONE"));
        String body = valid.body().replace(new Money(7_777, code).toDecimalString(), stake);
        try (HttpClient client = new HttpClient(product.betApi(), 1, ANSWER_LIMIT)) {
            return client.exchange(new HttpRequest(valid.method(), valid.target(), valid.headers(), body))
                    .status();
        } catch (IOException unanswered) {
            throw new IllegalStateException(unanswered);
        }
    }

    /** The invariants that do not hold. */
    List<Finding> broken() {
        try (Connection reader = database.connect(DatabaseRole.READER)) {
            List<Finding> findings = new ArrayList<>();
            for (Invariant invariant : Invariant.all()) {
                findings.add(invariant.check(reader));
            }
            return findings.stream().filter(finding -> !finding.ok()).toList();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
