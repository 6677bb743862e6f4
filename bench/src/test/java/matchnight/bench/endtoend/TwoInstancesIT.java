package matchnight.bench.endtoend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.Submission;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Metrics;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two bet-api processes on one database keep every promise that one keeps. */
class TwoInstancesIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @SuppressWarnings("NullAway.Init")
    private static BetApiInstance first;

    @SuppressWarnings("NullAway.Init")
    private static BetApiInstance second;

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
        first = running.instance();
        second = running.startAnotherBetApi();
    }

    @AfterAll
    static void stop() {
        if (second != null) {
            second.close();
        }
    }

    private static BetApiInstance either(int number) {
        return number % 2 == 0 ? first : second;
    }

    /** Fifty equal requests at one moment, half of them to each instance: one outcome, and fifty times its bytes. */
    @ParameterizedTest
    @CsvSource({"5, 201, ''", "50, 422, INSUFFICIENT_FUNDS"})
    void equalRequestsAtOnceGetOneBetAndEqualBodies(String stake, int status, String code) throws Exception {
        String marketId = "equal-" + stake;
        running.putUpMarket(marketId, GBP);
        for (int round = 0; round < 5; round++) {
            String account = running.openAccounts("equal-" + stake + "-" + round, 1, Money.parse("10", GBP))
                    .getFirst();
            BetRequest bet = new BetRequest(account, "the-key", marketId, "H", "2.50", Money.parse(stake, GBP), "NONE");
            List<HttpAnswer> answers = atOnce(50, number -> either(number).submit(bet));

            assertThat(answers)
                    .allMatch(answer -> answer.status() == status
                            && answer.json().path("code").asString("").equals(code));
            assertThat(answers.stream().map(HttpAnswer::body).distinct()).hasSize(1);
            assertThat(answers)
                    .as("the first answer; all others are told to be replays")
                    .filteredOn(answer -> answer.header("idempotent-replayed") == null)
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(running.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                    .isEqualTo(status == 201 ? 1 : 0);
            assertThat(running.count(
                            "SELECT count(*) FROM idempotency WHERE account_id = ? AND idempotency_key = 'the-key'",
                            account))
                    .isEqualTo(1);
        }
        assertThat(running.broken()).isEmpty();
    }

    private interface Call {
        Submission to(int number);
    }

    /** Makes the calls as nearly at one moment as threads can, and returns their final answers. */
    private static List<HttpAnswer> atOnce(int count, Call call) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        List<Future<Submission>> submissions = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < count; number++) {
                int own = number;
                submissions.add(clients.submit(() -> {
                    go.await();
                    return call.to(own);
                }));
            }
            go.countDown();
        }
        List<HttpAnswer> answers = new ArrayList<>();
        for (Future<Submission> submission : submissions) {
            assertThat(submission.get().isFinal()).isTrue();
            answers.add(requireNonNull(submission.get().answer()));
        }
        return answers;
    }

    /** Sixty-four clients of one account, each as fast as it is answered, with money for most of their bets. */
    @Test
    void aHotAccountLosesDoublesAndTimesOutNothing() throws Exception {
        int clients = 64;
        int betsOfEach = 10;
        int affordable = 500;
        running.putUpMarket("hot", GBP);
        String account = running.openAccounts("hot", 1, Money.parse(affordable + ".00", GBP))
                .getFirst();
        AtomicInteger busy = new AtomicInteger();
        List<Future<List<HttpAnswer>>> inOrder = new ArrayList<>();
        long begunNanos = System.nanoTime();
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < clients; client++) {
                int own = client;
                inOrder.add(crowd.submit(() -> placeOneAfterTheOther(account, own, betsOfEach, busy)));
            }
        }
        List<Long> versions = new ArrayList<>();
        int refused = 0;
        for (Future<List<HttpAnswer>> ofOneClient : inOrder) {
            List<Long> own = acceptedVersions(ofOneClient.get());
            assertThat(own).as("versions in the order of one client's answers").isSorted();
            refused += betsOfEach - own.size();
            versions.addAll(own);
        }
        System.out.printf(
                "%d clients of one account over two instances: %d accepted, %d refused, %d times busy, in %d ms%n",
                clients,
                versions.size(),
                refused,
                busy.get(),
                Duration.ofNanos(System.nanoTime() - begunNanos).toMillis());
        // The deposit was version 1.
        assertThat(versions)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(2, affordable + 1).boxed().toList());
        assertThat(running.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                .isEqualTo(affordable);
        assertThat(running.count("SELECT count(*) FROM ledger_entry WHERE account_id = ? AND available < 0", account))
                .isZero();
        assertThat(running.wallet.available(account)).isEqualTo(Money.zero(GBP));
        assertThat(running.broken()).isEmpty();
        assertThat(busy.get())
                .as("attempts that were answered busy, or not at all")
                .isZero();
    }

    private static List<HttpAnswer> placeOneAfterTheOther(String account, int client, int bets, AtomicInteger busy) {
        List<HttpAnswer> answers = new ArrayList<>();
        for (int number = 0; number < bets; number++) {
            BetRequest bet = bet("hot", account, "hot-" + client + "-" + number);
            BetApiInstance instance = either(client + number);
            Submission submission = instance.submit(bet);
            busy.addAndGet(submission.attempts() - 1);
            answers.add(requireNonNull(submission.answer()));
        }
        return answers;
    }

    private static List<Long> acceptedVersions(List<HttpAnswer> answers) {
        List<Long> versions = new ArrayList<>();
        for (HttpAnswer answer : answers) {
            if (answer.status() == 201) {
                versions.add(answer.json().path("balance").path("version").asLong());
            } else {
                assertThat(answer.problemCode()).as(answer.body()).isEqualTo("INSUFFICIENT_FUNDS");
            }
        }
        return versions;
    }

    private static BetRequest bet(String marketId, String account, String key) {
        return new BetRequest(account, key, marketId, "H", "2.50", Money.parse("1", GBP), "NONE");
    }

    /** SIGKILL of the instance that leads the relay; whoever it left unanswered asks the other one under the same key. */
    @Test
    void whatAKilledInstanceLeftUnansweredGetsOneBetFromTheOther() throws Exception {
        int bets = 1_200;
        running.putUpMarket("killed-one", GBP);
        List<String> accounts = running.openAccounts("killed-one", 30, Money.parse("1000", GBP));
        BetApiInstance victim = leader();
        Queue<String> betIds = new ConcurrentLinkedQueue<>();
        AtomicInteger numbers = new AtomicInteger();
        AtomicInteger askedTheOther = new AtomicInteger();
        List<Future<?>> bettors = new ArrayList<>();
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int bettor = 0; bettor < 24; bettor++) {
                bettors.add(crowd.submit(() -> {
                    for (int number = numbers.getAndIncrement(); number < bets; number = numbers.getAndIncrement()) {
                        String account = accounts.get(number % accounts.size());
                        betIds.add(
                                placeThroughEither(number, bet("killed-one", account, "ko-" + number), askedTheOther));
                    }
                }));
            }
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> betIds.size() > bets / 3);
            victim.process.kill();
        }
        for (Future<?> bettor : bettors) {
            bettor.get();
        }

        System.out.println(bets + " bets, " + askedTheOther + " attempts broke off or met a dead instance");
        assertThat(askedTheOther.get()).isPositive();
        assertThat(betIds).hasSize(bets).doesNotHaveDuplicates();
        assertThat(running.count("SELECT count(*) FROM bet_leg WHERE market_id = 'killed-one'"))
                .isEqualTo(bets);
        BetApiInstance survivor = victim == first ? second : first;
        await().atMost(Duration.ofSeconds(20))
                .until(() -> gauge(survivor, "outbox_relay_leading") == 1
                        && gauge(survivor, "outbox_oldest_age_seconds") == 0);
        victim.process.restart();
        victim.process.awaitReady();
        assertThat(running.broken()).isEmpty();
    }

    private static BetApiInstance leader() {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> gauge(first, "outbox_relay_leading") + gauge(second, "outbox_relay_leading") == 1);
        return gauge(first, "outbox_relay_leading") == 1 ? first : second;
    }

    private static double gauge(BetApiInstance instance, String name) {
        try {
            return Metrics.read(instance.client).highest(name).orElseThrow();
        } catch (IOException unanswered) {
            throw new IllegalStateException(unanswered);
        }
    }

    private static String placeThroughEither(int number, BetRequest bet, AtomicInteger askedTheOther) {
        for (int attempt = 0; attempt < 100; attempt++) {
            BetApiInstance instance = either(number + attempt);
            HttpAnswer answer = exchange(instance, bet);
            if (answer != null && answer.status() == 201) {
                return answer.json().path("betId").asString();
            }
            assertThat(answer == null || answer.isServerError() || answer.status() == 409)
                    .as("%s got %s", bet, answer)
                    .isTrue();
            if (answer == null) {
                askedTheOther.incrementAndGet();
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        throw new AssertionError(bet + " was never answered");
    }

    private static @Nullable HttpAnswer exchange(BetApiInstance instance, BetRequest bet) {
        try {
            return instance.client.exchange(instance.betting.wire(bet));
        } catch (IOException brokenOff) {
            return null;
        }
    }
}
