package matchnight.bench.endtoend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.product.BetRequest;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SIGTERM, as a rolling update sends it: what a bet-api has taken it answers, and what it has answered is stored. */
class GracefulStopIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");

    /** What a signal takes at most from its sending until a service on a busy machine stops to read. */
    private static final long SIGNAL_NANOS = Duration.ofMillis(250).toNanos();

    private static final int TERMINATED = 143;

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @SuppressWarnings("NullAway.Init")
    private BetApiInstance instance;

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
    }

    @BeforeEach
    void startOneToStop() {
        instance = running.startAnotherBetApi();
    }

    @AfterEach
    void stopIt() {
        instance.close();
    }

    private record Sent(String key, long atNanos, @Nullable HttpAnswer answer) {}

    private Sent send(BetRequest bet) {
        long atNanos = System.nanoTime();
        try {
            return new Sent(bet.key(), atNanos, instance.client.exchange(instance.betting.wire(bet)));
        } catch (IOException brokenOff) {
            return new Sent(bet.key(), atNanos, null);
        }
    }

    /** Sixteen bettors, each as fast as they are answered, run into the stop and go on elsewhere under the same keys. */
    @Test
    void aStopInTheStreamLosesNoAnswerAndNoBet() throws Exception {
        running.putUpMarket("stopped", GBP);
        List<String> accounts = running.openAccounts("stopped", 32, Money.parse("10000", GBP));
        Queue<Sent> all = new ConcurrentLinkedQueue<>();
        Map<String, String> betsByKey = new ConcurrentHashMap<>();
        AtomicBoolean ended = new AtomicBoolean();
        List<Future<?>> bettors = new ArrayList<>();
        long signalNanos;
        int exitCode;
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int bettor = 0; bettor < 16; bettor++) {
                int own = bettor;
                bettors.add(crowd.submit(() -> {
                    for (int number = 0; !ended.get(); number++) {
                        String account = accounts.get((own + 16 * number) % accounts.size());
                        BetRequest bet = bet("stopped", account, "stop-" + own + "-" + number);
                        Sent sent = send(bet);
                        all.add(sent);
                        if (sent.answer() == null) {
                            betsByKey.put(bet.key(), placeElsewhere(bet));
                            return;
                        }
                        if (sent.answer().status() == 201) {
                            betsByKey.put(bet.key(), betId(sent.answer()));
                        }
                    }
                }));
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> all.size() > 500);
            signalNanos = System.nanoTime();
            instance.process.stop();
            exitCode = instance.process.onExit().get(1, TimeUnit.MINUTES);
            ended.set(true);
        }
        for (Future<?> bettor : bettors) {
            bettor.get();
        }

        List<Sent> brokenOff =
                all.stream().filter(sent -> sent.answer() == null).toList();
        System.out.printf(
                "%d bets sent, %d after the signal, %d of these met the stopped instance and were placed elsewhere%n",
                all.size(),
                all.stream().filter(sent -> sent.atNanos() > signalNanos).count(),
                brokenOff.size());
        assertThat(exitCode).as("it ended by itself").isEqualTo(TERMINATED);
        assertThat(brokenOff)
                .as("sent before the stop and not answered")
                .noneMatch(sent -> sent.atNanos() < signalNanos - SIGNAL_NANOS);
        assertThat(all.stream()
                        .filter(sent -> sent.answer() != null)
                        .map(sent -> sent.answer().status()))
                .as("an answer in the middle of a stop is an outcome or an honest busy")
                .allMatch(status -> status == 201 || status == 503);
        assertThat(betsByKey.values()).doesNotHaveDuplicates();
        assertThat(running.count("SELECT count(*) FROM bet_leg WHERE market_id = 'stopped'"))
                .isEqualTo(betsByKey.size());
        assertThat(running.broken()).isEmpty();
    }

    /** Their accounts are held by somebody else when the signal comes: nobody new is let in, and they are answered. */
    @Test
    void whatWaitsForABalanceWhenTheStopComesIsAnswered() throws Exception {
        running.putUpMarket("stopped-held", GBP);
        List<String> accounts = running.openAccounts("stopped-held", 12, Money.parse("10", GBP));
        List<Future<Sent>> waiting = new ArrayList<>();
        Future<?> stop;
        try (Connection holder = running.database.connectAsSuperuser();
                ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            holder.setAutoCommit(false);
            hold(holder, accounts);
            for (String account : accounts) {
                waiting.add(crowd.submit(() -> send(bet("stopped-held", account, "held"))));
            }
            TimeUnit.MILLISECONDS.sleep(100);
            stop = crowd.submit(instance.process::stop);
            await().atMost(Duration.ofSeconds(5))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !instance.process.isReady());
            holder.rollback();
        }
        stop.get();
        List<Integer> statuses = new ArrayList<>();
        for (Future<Sent> sent : waiting) {
            HttpAnswer answer = sent.get().answer();
            statuses.add(answer == null ? 0 : answer.status());
        }
        System.out.println("Held when the stop came, and answered: " + statuses);
        assertThat(statuses).hasSize(12).allMatch(status -> status == 201 || status == 503);
        assertThat(running.count("SELECT count(*) FROM bet_leg WHERE market_id = 'stopped-held'"))
                .isEqualTo(statuses.stream().filter(status -> status == 201).count());
        assertThat(instance.process.onExit().get(1, TimeUnit.MINUTES)).isEqualTo(TERMINATED);
        assertThat(running.broken()).isEmpty();
    }

    private static void hold(Connection holder, List<String> accounts) throws Exception {
        try (PreparedStatement lock = holder.prepareStatement("""
                SELECT 1 FROM account WHERE account_id = ANY (?) ORDER BY account_id FOR NO KEY UPDATE
                """)) {
            lock.setArray(1, holder.createArrayOf("text", accounts.toArray()));
            lock.execute();
        }
    }

    private static String placeElsewhere(BetRequest bet) {
        return betId(requireNonNull(running.instance().submit(bet).answer()));
    }

    private static String betId(HttpAnswer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().path("betId").asString();
    }

    private static BetRequest bet(String marketId, String account, String key) {
        return new BetRequest(account, key, marketId, "H", "2.50", Money.parse("1", GBP), "NONE");
    }
}
