package matchnight.bench.endtoend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpRequest;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.load.Submission;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Betting;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.stack.ServiceLaunch;
import matchnight.stack.ServiceProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * T30: pools taken to the last connection, while settlement is taken to its own. With one connection a pool, whatever needed a
 * second one would wait for itself, every time.
 */
class SmallPoolsIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final int POOL_SIZE = 1;
    private static final int CALLS_ADMITTED = 8;
    private static final int RUSH = 8 * CALLS_ADMITTED;
    private static final int BETS_TO_SETTLE = 800;

    /** A refusal needs a wait for a connection at most; the rest is room for a busy machine. */
    private static final Duration FAILS_WITHIN = Duration.ofSeconds(4);

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @SuppressWarnings("NullAway.Init")
    private static BetApiInstance small;

    @SuppressWarnings("NullAway.Init")
    private static List<String> accounts;

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
        small = running.startAnotherBetApi(SmallPoolsIT::withSmallPools);
        accounts = running.openAccounts("small", 40, Money.parse("10000", GBP));
        running.putUpMarket("small", GBP);
    }

    private static ServiceLaunch withSmallPools(ServiceLaunch launch) {
        String one = Integer.toString(POOL_SIZE);
        return launch.with("MATCHNIGHT_DATABASE_PLACEMENT_SIZE", one)
                .with("MATCHNIGHT_DATABASE_TRADING_SIZE", one)
                .with("MATCHNIGHT_DATABASE_READER_SIZE", one)
                .with("MATCHNIGHT_DATABASE_RELAY_SIZE", one)
                .with("MATCHNIGHT_ADMISSION_MOSTCALLSATONCE", Integer.toString(CALLS_ADMITTED));
    }

    private static ServiceLaunch withOneConnectionForAllLanes(ServiceLaunch launch) {
        return launch.with("MATCHNIGHT_DATABASE_WORKER_SIZE", "1").with("MATCHNIGHT_SETTLEMENT_LANES", "4");
    }

    @AfterAll
    static void stop() {
        if (small != null) {
            small.close();
        }
    }

    @Test
    void noCallNeedsASecondConnection() {
        small.wallet.openAccount("alone", GBP);
        small.wallet.deposit("alone", Money.parse("10", GBP), "deposit");
        expect(201, ask(withdrawal("alone"), "wallet"));
        HttpAnswer bet = placeOnce(bet("alone", "a-bet"));
        expect(201, bet);
        assertThat(placeOnce(bet("alone", "a-bet")).body()).isEqualTo(bet.body());
        expect(422, placeOnce(new BetRequest("alone", "dear", "small", "H", "2.50", Money.parse("99", GBP), "NONE")));
        expect(422, placeOnce(new BetRequest("alone", "none", "no-such", "H", "2.50", Money.parse("1", GBP), "NONE")));
        String betId = bet.json().path("betId").asString();
        for (String read : List.of(
                "/v1/bets/" + betId,
                "/v1/bets?accountId=alone&limit=1",
                "/v1/bets?accountId=alone&idempotencyKey=a-bet",
                "/v1/accounts/alone/balance",
                "/v1/accounts/alone/statement?limit=1",
                "/v1/markets/small",
                "/v1/markets?limit=1")) {
            expect(200, ask(HttpRequest.get(read), "ops"));
        }
        for (String change : List.of(
                "/v1/markets/small/suspend",
                "/v1/markets/small/open",
                "/v1/events/small~event/suspend",
                "/v1/events/small~event/open")) {
            expect(200, ask(HttpRequest.json("POST", change, ""), "trading"));
        }
        expect(
                200,
                ask(
                        HttpRequest.json(
                                "PATCH", "/v1/markets/small/prices", "{\"version\":1,\"prices\":{\"A\":\"5/2\"}}"),
                        "trading"));
        expect(
                200,
                ask(
                        HttpRequest.json(
                                "PUT",
                                "/v1/accounts/alone/state",
                                "{\"state\":\"SUSPENDED\",\"reason\":\"asked for\"}"),
                        "wallet"));
        assertThat(running.broken()).isEmpty();
    }

    private static HttpRequest withdrawal(String account) {
        return HttpRequest.json(
                        "POST", "/v1/accounts/" + account + "/withdrawals", "{\"amount\":\"1\",\"currency\":\"GBP\"}")
                .with("Idempotency-Key", "withdrawal");
    }

    private static HttpAnswer ask(HttpRequest request, String scope) {
        String token = running.product.tokens().issue("desk", scope);
        return exchange(request.with("Authorization", "Bearer " + token));
    }

    private static HttpAnswer placeOnce(BetRequest bet) {
        return exchange(small.betting.wire(bet));
    }

    private static HttpAnswer exchange(HttpRequest request) {
        try {
            return small.client.exchange(request);
        } catch (IOException unanswered) {
            throw new IllegalStateException(unanswered);
        }
    }

    private static void expect(int status, HttpAnswer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }

    private static BetRequest bet(String account, String key) {
        return new BetRequest(account, key, "small", "H", "2.50", Money.parse("1", GBP), "NONE");
    }

    /** The whole worker has one connection, and 800 bets to settle, while bets rush in beyond what is admitted. */
    @Test
    void placementFailsFastBeyondItsLimitAndRecoversWhileSettlementIsSaturated() throws Exception {
        running.putUpMarket("saturating", GBP);
        placeMany("saturating", BETS_TO_SETTLE);
        Latencies before = placedInPeace(new AtomicBoolean(), 100);
        AtomicBoolean isSettled = new AtomicBoolean();
        Latencies during;
        try (ServiceProcess saturated = running.replaceWorker(SmallPoolsIT::withOneConnectionForAllLanes);
                ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            running.results.publish(RunningProduct.result("saturating", 1, Map.of("H", "WON", "A", "LOST")));
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> settled() > 0);
            Future<Latencies> stream = people.submit(() -> placedInPeace(isSettled, 10_000));
            rush("within", 4 * POOL_SIZE);
            int refused = rush("beyond", RUSH);
            assertThat(refused)
                    .as("of %d at once, with %d admitted", RUSH, CALLS_ADMITTED)
                    .isPositive();
            running.awaitApplied("saturating", 1, Duration.ofMinutes(1));
            isSettled.set(true);
            during = stream.get();
            assertThat(saturated.isAlive()).isTrue();
        } finally {
            running.settlementWorker.restart();
            running.settlementWorker.awaitReady();
        }
        System.out.printf(
                "Placement through full pools: p50 %.1f ms, p99 %.1f ms before; p50 %.1f ms, p99 %.1f ms while %d bets"
                        + " were settled over one connection%n",
                before.p50Millis(), before.p99Millis(), during.p50Millis(), during.p99Millis(), BETS_TO_SETTLE);
        assertThat(during.count()).isGreaterThan(10);
        assertThat(during.p50Millis()).isLessThan(500);
        assertThat(settled()).isEqualTo(BETS_TO_SETTLE);
        HttpAnswer afterwards = placeOnce(bet(accounts.getFirst(), "afterwards"));
        expect(201, afterwards);
        assertThat(running.broken()).isEmpty();
    }

    private static long settled() {
        return running.count("""
                SELECT count(*) FROM bet_settlement JOIN bet_leg USING (bet_id) WHERE market_id = 'saturating'
                """);
    }

    private static void placeMany(String marketId, int bets) throws Exception {
        List<Future<Submission>> placed = new ArrayList<>();
        try (ExecutorService crowd =
                Executors.newFixedThreadPool(16, Thread.ofVirtual().factory())) {
            BetApiInstance instance = running.instance();
            for (int number = 0; number < bets; number++) {
                BetRequest bet = new BetRequest(
                        accounts.get(number % accounts.size()),
                        marketId + "-" + number,
                        marketId,
                        "H",
                        "2.50",
                        Money.parse("1", GBP),
                        "NONE");
                placed.add(crowd.submit(() -> instance.submit(bet)));
            }
        }
        for (Future<Submission> submission : placed) {
            assertThat(requireNonNull(submission.get().answer()).status()).isEqualTo(201);
        }
    }

    /** One bettor through the instance with usual pools, one bet after the other. */
    private static Latencies placedInPeace(AtomicBoolean isOver, int betsAtMost) {
        Betting betting = running.unhinderedBetting;
        LatencyLog log = new LatencyLog(0);
        for (int number = 0; number < betsAtMost && !isOver.get(); number++) {
            long sentNanos = System.nanoTime();
            String key = "peace-" + sentNanos;
            assertThat(betting.place(bet(accounts.get(number % accounts.size()), key))
                            .isAccepted())
                    .isTrue();
            log.record(0, System.nanoTime() - sentNanos);
        }
        return log.between(0, 1);
    }

    /**
     * Sends so many bets at one moment, once each; then what was refused once more, in peace, under the same keys.
     *
     * @return how many were refused
     */
    private static int rush(String name, int bets) throws Exception {
        List<BetRequest> requests = IntStream.range(0, bets)
                .mapToObj(number -> bet(accounts.get(number % accounts.size()), name + "-" + number))
                .toList();
        requests.forEach(request -> small.betting.prepare(request.accountId()));
        CountDownLatch go = new CountDownLatch(1);
        List<Future<Timed>> answers = new ArrayList<>();
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            for (BetRequest request : requests) {
                answers.add(crowd.submit(() -> {
                    go.await();
                    return Timed.of(request);
                }));
            }
            go.countDown();
        }
        int refused = 0;
        for (Future<Timed> future : answers) {
            Timed timed = future.get();
            HttpAnswer answer = timed.answer();
            if (answer.status() != 201) {
                refused++;
                expect(503, answer);
                assertThat(answer.problemCode()).isEqualTo("BUSY");
                assertThat(answer.header("retry-after")).as(answer.toString()).isNotNull();
                assertThat(timed.took()).isLessThan(FAILS_WITHIN);
                Submission again = small.submit(timed.request());
                expect(201, requireNonNull(again.answer()));
            }
        }
        assertThat(refused).as("at least some of them got through").isLessThan(bets);
        assertThat(running.count("SELECT count(*) FROM idempotency WHERE idempotency_key LIKE ?", name + "-%"))
                .isEqualTo(bets);
        System.out.printf("%d bets at once over %d connection: %d refused as busy%n", bets, POOL_SIZE, refused);
        return refused;
    }

    private record Timed(BetRequest request, HttpAnswer answer, Duration took) {

        static Timed of(BetRequest request) {
            long sentNanos = System.nanoTime();
            HttpAnswer answer = placeOnce(request);
            return new Timed(request, answer, Duration.ofNanos(System.nanoTime() - sentNanos));
        }
    }
}
