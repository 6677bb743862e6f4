package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SIGKILL at the worst moments: what was answered stays true, and what was not is answered once. */
class KilledServicesIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(1);

    private static RunningProduct running;

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
    }

    /** Killed over and over while 2,400 bets of one market are being settled: each is settled once. */
    @Test
    void aWorkerKilledInTheMiddleOfItsBatchesSettlesEveryBetOnce() {
        running.putUpMarket("killed-worker", GBP);
        List<String> accounts = running.openAccounts("kw", 40, Money.parse("1000", GBP));
        int bets = 2_400;
        placeMany("killed-worker", accounts, bets);

        running.results.publish(RunningProduct.result("killed-worker", 1, Map.of("H", "WON", "A", "LOST")));
        List<Long> settledAtKills = new ArrayList<>();
        for (long threshold : new long[] {1, 500, 1_000, 1_500}) {
            await().atMost(SETTLED_WITHIN).pollInterval(Duration.ofMillis(2)).until(() -> settled() >= threshold);
            running.settlementWorker.kill();
            settledAtKills.add(settled());
            running.settlementWorker.restart();
            running.settlementWorker.awaitReady();
        }
        running.awaitApplied("killed-worker", 1, SETTLED_WITHIN);

        System.out.println("The worker was killed after so many of " + bets + " bets: " + settledAtKills);
        assertThat(settledAtKills.getFirst())
                .as("the first kill came in the middle")
                .isBetween(1L, bets - 1L);
        assertThat(settled()).isEqualTo(bets);
        assertThat(running.broken()).isEmpty();
    }

    private static long settled() {
        return running.count("""
                SELECT count(*) FROM bet_settlement JOIN bet_leg USING (bet_id) WHERE market_id = 'killed-worker'
                """);
    }

    /** Killed twice while 32 people bet, each as fast as they are answered: retries under their keys get one bet each. */
    @Test
    void requestsThatBetApiTookToItsGraveGetOneBetEachAfterItsRestart() throws Exception {
        int bets = 1_600;
        running.putUpMarket("killed-api", GBP);
        List<String> accounts = running.openAccounts("ka", 40, Money.parse("1000", GBP));
        Queue<BetOutcome> outcomes = new ConcurrentLinkedQueue<>();
        AtomicInteger numbers = new AtomicInteger();
        try (ExecutorService bettors = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> bettorsAtWork = new ArrayList<>();
            for (int bettor = 0; bettor < 32; bettor++) {
                bettorsAtWork.add(bettors.submit(() -> {
                    for (int number = numbers.getAndIncrement(); number < bets; number = numbers.getAndIncrement()) {
                        String account = accounts.get(number % accounts.size());
                        outcomes.add(running.betting.place(bet("killed-api", account, "ka-" + number)));
                    }
                }));
            }
            for (int answered : new int[] {bets / 4, bets / 2}) {
                await().atMost(Duration.ofMinutes(2))
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> outcomes.size() > answered);
                running.betApi.kill();
                running.betApi.restart();
                running.betApi.awaitReady();
            }
            for (Future<?> bettor : bettorsAtWork) {
                bettor.get();
            }
        }

        long unanswered = outcomes.stream()
                .filter(outcome -> outcome.unansweredAttempts() > 0)
                .count();
        System.out.println(outcomes.size() + " bets, " + unanswered + " of them met a dead bet-api at least once");
        assertThat(unanswered).isPositive();
        assertThat(outcomes)
                .hasSize(bets)
                .filteredOn(outcome -> !outcome.isAccepted())
                .isEmpty();
        assertThat(outcomes.stream().map(BetOutcome::betId).distinct()).hasSize(outcomes.size());
        assertThat(running.count("SELECT count(*) FROM bet_leg WHERE market_id = 'killed-api'"))
                .isEqualTo(outcomes.size());
        assertThat(running.broken()).isEmpty();
    }

    /** T03: killed between the claim of a key and its commit, by a placement that waits for a held balance. */
    @Test
    void aKeyWhoseClaimantWasKilledBeforeItsCommitIsFreeAfterTheRestart() throws Exception {
        running.putUpMarket("killed-claim", GBP);
        String account = running.openAccounts("kc", 1, Money.parse("100", GBP)).getFirst();
        BetRequest bet = bet("killed-claim", account, "the-one-key");
        try (ExecutorService bettor = Executors.newVirtualThreadPerTaskExecutor();
                Connection holder = running.database.connectAsSuperuser()) {
            holder.setAutoCommit(false);
            hold(holder, account);
            Future<BetOutcome> first = bettor.submit(() -> running.betting.place(bet));
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> waitersForALock() > 0);
            running.betApi.kill();
            holder.rollback();
            assertThat(running.count("SELECT count(*) FROM idempotency WHERE account_id = ?", account))
                    .as("the deposit's key alone")
                    .isEqualTo(1);
            running.betApi.restart();
            running.betApi.awaitReady();
            BetOutcome outcome = first.get();
            BetOutcome again = running.betting.place(bet);
            assertThat(outcome.isAccepted()).isTrue();
            assertThat(outcome.unansweredAttempts()).isPositive();
            assertThat(again.betId()).isEqualTo(outcome.betId());
        }
        assertThat(running.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                .isEqualTo(1);
        assertThat(running.broken()).isEmpty();
    }

    private static void hold(Connection connection, String account) throws Exception {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT FROM account WHERE account_id = ? FOR UPDATE")) {
            statement.setString(1, account);
            statement.executeQuery();
        }
    }

    private static long waitersForALock() {
        return running.count("""
                SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND usename = 'bet_api' AND wait_event_type = 'Lock'
                """);
    }

    private static void placeMany(String marketId, List<String> accounts, int bets) {
        Map<Integer, Future<BetOutcome>> placed = new HashMap<>();
        try (ExecutorService bettors =
                Executors.newFixedThreadPool(16, Thread.ofVirtual().factory())) {
            for (int number = 0; number < bets; number++) {
                BetRequest bet = bet(marketId, accounts.get(number % accounts.size()), "many-" + number);
                placed.put(number, bettors.submit(() -> running.betting.place(bet)));
            }
        }
        assertThat(placed.values()).allMatch(outcome -> outcome.resultNow().isAccepted());
    }

    private static BetRequest bet(String marketId, String account, String key) {
        return new BetRequest(account, key, marketId, "H", "2.50", Money.parse("1", GBP), "NONE");
    }
}
