package matchnight.bench.endtoend;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.bench.load.ArrivalSchedule;
import matchnight.bench.load.OpenLoop;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.MarketDefinition;
import matchnight.bench.product.MarketDefinition.Offer;
import matchnight.bench.product.ResultMessage;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.stack.KafkaServer;
import matchnight.stack.ServiceLaunch;
import matchnight.stack.testing.SharedServers;

/**
 * A burst that does not end while somebody looks at it: bets stream in, and as soon as few markets are left to settle, results
 * are corrected again. Beside it stands one of each thing that waits for a person.
 */
final class ConsoleNight implements AutoCloseable {

    static final CurrencyCode GBP = CurrencyCode.of("GBP");

    /** Paused, with a result that waits: a replay of it has something to move. */
    static final String HELD_BACK = "held-back";

    static final int HELD_BACK_BETS = 12;

    /** Two results of one version say different things of it. */
    static final String DISPUTED = "disputed";

    /** Its bet is open, and its deadline is past. */
    static final String FORGOTTEN = "forgotten";

    /** A result has come for it, and nobody has put it up. */
    static final String UNHEARD_OF = "unheard-of";

    private static final long SEED = 20260519;
    private static final double BETS_PER_SECOND = 40;
    private static final int BETS_UNDER_WAY_MAX = 500;
    private static final int BETTORS = 24;
    private static final int MARKETS = 7;
    private static final int BETS_A_MARKET = 60;
    private static final int MARKETS_UNSETTLED = 3;
    private static final Duration LOOKS_EVERY = Duration.ofMillis(400);

    private static final String COUNT_UNSETTLED = """
            SELECT count(*) FROM settlement_job WHERE unapplied_since IS NOT NULL AND market_id LIKE 'final-%'
            """;

    private static final String[] MATCHES = {
        "Northport v Eastham",
        "Rovers v Athletic",
        "Lakeside v Harbour Town",
        "Old Mill v Castleford Road",
        "St Anne's v Union",
        "Kingsbridge v Wanderers",
        "Fairview v Borough"
    };

    private final KafkaServer kafka = KafkaServer.start();
    final RunningProduct product;
    private final List<String> bettors;
    private final List<String> markets = new ArrayList<>();
    private final AtomicInteger version = new AtomicInteger();
    private final ScheduledExecutorService feed = Executors.newSingleThreadScheduledExecutor();
    private final OpenLoop bets;

    private ConsoleNight() throws SQLException {
        kafka.createTopics();
        AtomicInteger betApiPort = new AtomicInteger();
        product = RunningProduct.start(
                SharedServers.postgres().createMigratedDatabase(),
                kafka,
                launch -> {
                    betApiPort.set(launch.port());
                    return launch;
                },
                launch -> slowly(launch).with("MATCHNIGHT_OPS_BET_API_URLS", "http://127.0.0.1:" + betApiPort.get()));
        bettors = product.openAccounts("bettor", BETTORS, Money.parse("100000", GBP));
        for (int number = 0; number < MARKETS; number++) {
            String marketId = "final-" + (number + 1);
            putUp(marketId, MATCHES[number], Instant.now().plus(Duration.ofHours(3)));
            markets.add(marketId);
        }
        putUp("open-all-night", "Late Town v Last Orders", Instant.now().plus(Duration.ofHours(3)));
        leaveSomethingForPeople();
        place(markets, BETS_A_MARKET);
        bets = OpenLoop.start(
                new ArrivalSchedule(BETS_PER_SECOND, SEED),
                BETS_UNDER_WAY_MAX,
                (number, _) -> product.betting.place(bet("open-all-night", Math.toIntExact(number))));
        var _ = feed.scheduleWithFixedDelay(this::correct, 0, LOOKS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Starts everything and returns in the middle of the burst. */
    static ConsoleNight start() throws SQLException {
        return new ConsoleNight();
    }

    // Batches as small as on a night whose balances are hot, so that markets are seen half done.
    private static ServiceLaunch slowly(ServiceLaunch launch) {
        return launch.with("MATCHNIGHT_SETTLEMENT_FIRSTBATCH", "5")
                .with("MATCHNIGHT_SETTLEMENT_SMALLESTBATCH", "5")
                .with("MATCHNIGHT_SETTLEMENT_LARGESTBATCH", "5")
                .with("MATCHNIGHT_SETTLEMENT_BETSINONEPART", "20")
                .with("MATCHNIGHT_SETTLEMENT_LANES", "1")
                .with("MATCHNIGHT_SETTLEMENT_UNKNOWNMARKETWAIT", "0s")
                .with("MATCHNIGHT_HOLDS_SWEEPINTERVAL", "1s");
    }

    private void leaveSomethingForPeople() throws SQLException {
        putUp(HELD_BACK, "Ferry Lane v Old Boys", Instant.now().plus(Duration.ofHours(3)));
        putUp(DISPUTED, "Quarry Hill v Priory", Instant.now().plus(Duration.ofHours(3)));
        putUp(FORGOTTEN, "Moor End v Saltash", Instant.now().plus(Duration.ofSeconds(2)));
        place(FORGOTTEN, 1);
        place(HELD_BACK, HELD_BACK_BETS);
        place(DISPUTED, 3);
        try (Connection superuser = product.database.connectAsSuperuser();
                Statement statement = superuser.createStatement()) {
            statement.execute("INSERT INTO settlement_pause (scope, paused_by, reason) VALUES ('market:" + HELD_BACK
                    + "', 'night-desk', 'the referee is asked again')");
        }
        publish(HELD_BACK, 1, "H");
        publish(UNHEARD_OF, 1, "H");
        publish(DISPUTED, 1, "H");
        publish(DISPUTED, 1, "A");
    }

    void putUp(String marketId, String match, Instant settleBy) {
        product.trading.putUp(new MarketDefinition(
                marketId,
                marketId + "~event",
                match,
                "1X2",
                Instant.now(),
                settleBy,
                GBP,
                "100000000",
                "1",
                "100000",
                List.of(new Offer("H", "Home", "2.50"), new Offer("A", "Away", "11/4"))));
    }

    private void place(String marketId, int count) {
        place(List.of(marketId), count);
    }

    private void place(List<String> marketIds, int countOfEach) {
        List<Callable<Boolean>> bets = new ArrayList<>();
        for (String marketId : marketIds) {
            for (int number = 0; number < countOfEach; number++) {
                BetRequest bet = bet(marketId, number);
                bets.add(() -> accepted(bet));
            }
        }
        try {
            ServiceCalls.allOf(bets);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private boolean accepted(BetRequest bet) {
        if (!product.betting.place(bet).isAccepted()) {
            throw new IllegalStateException(bet + " was refused");
        }
        return true;
    }

    private BetRequest bet(String marketId, int number) {
        String account = bettors.get(number % bettors.size());
        return new BetRequest(account, marketId + "-" + number, marketId, "H", "2.50", Money.parse("2", GBP), "ANY");
    }

    // Home and away by turns: every bet of the market is settled again.
    private void correct() {
        for (long unsettled = product.count(COUNT_UNSETTLED); unsettled < MARKETS_UNSETTLED; unsettled++) {
            int next = version.incrementAndGet();
            publish(markets.get(next % MARKETS), next, next / MARKETS % 2 == 0 ? "H" : "A");
        }
    }

    private void publish(String marketId, long resultVersion, String winner) {
        product.results.publish(new ResultMessage(
                marketId + "-" + resultVersion + winner,
                marketId,
                resultVersion,
                Instant.now(),
                Map.of("H", winner.equals("H") ? "WON" : "LOST", "A", winner.equals("A") ? "WON" : "LOST")));
    }

    String consoleUrl() {
        return product.settlementWorker.url() + "/ops";
    }

    /** A token for whoever watches, with the scopes. */
    String token(String... scopes) {
        return product.product.tokens().issue("night-desk", scopes);
    }

    @Override
    public void close() {
        feed.shutdownNow();
        bets.close();
        product.close();
        product.database.close();
        kafka.close();
    }
}
