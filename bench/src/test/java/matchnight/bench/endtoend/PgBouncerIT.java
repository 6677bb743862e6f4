package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpRequest;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.GateChange;
import matchnight.bench.product.PublishedEvents;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.stack.KafkaServer;
import matchnight.stack.PgBouncerProgram;
import matchnight.stack.PgBouncerServer;
import matchnight.stack.PostgresServer;
import matchnight.stack.ServiceLaunch;
import matchnight.stack.ServiceProcess;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.InstalledPgBouncer;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * T31: both services behind a real PgBouncer in transaction mode, with fewer server connections than they have clients, so that
 * no two transactions of one client need meet on the same one.
 */
class PgBouncerIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final int SERVER_CONNECTIONS_A_ROLE = 3;
    private static final int MARKETS = 3;
    private static final int BETTORS = 12;
    private static final int BETS_OF_EACH = 25;
    private static final int GATE_CYCLES = 15;
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(1);

    /** What the SQLSTATEs 26000 and 42P05 say, and how the server and the driver write them. */
    private static final String[] LOST_STATEMENTS = {" 26000 ", " 42P05 ", "prepared statement"};

    private static final String COUNT_SERVER_CONNECTIONS = """
            SELECT coalesce(max(sessions), 0)
              FROM (SELECT count(*) AS sessions
                      FROM pg_stat_activity
                     WHERE datname = current_database()
                       AND usename IN ('bet_api', 'settlement_worker', 'relay', 'reader', 'maintenance')
                     GROUP BY usename) AS by_role
            """;

    /** Where prepared statements live. */
    enum Statements {
        NAMED_BY_NOBODY {
            @Override
            Map<String, String> poolerChanges(PgBouncerProgram program) {
                return program.keepsPreparedStatements() ? Map.of("max_prepared_statements", "0") : Map.of();
            }

            @Override
            ServiceLaunch told(ServiceLaunch launch) {
                return launch.with("MATCHNIGHT_DATABASE_PREPARE_THRESHOLD", "0");
            }
        },
        KEPT_BY_THE_POOLER {
            @Override
            Map<String, String> poolerChanges(PgBouncerProgram program) {
                return Map.of();
            }

            @Override
            ServiceLaunch told(ServiceLaunch launch) {
                return launch;
            }
        };

        abstract Map<String, String> poolerChanges(PgBouncerProgram program);

        abstract ServiceLaunch told(ServiceLaunch launch);
    }

    @ParameterizedTest
    @EnumSource
    void everythingRunsThroughATransactionPooler(Statements statements) throws Exception {
        PgBouncerProgram program = InstalledPgBouncer.find().orElse(null);
        assumeTrue(program != null, InstalledPgBouncer.MISSING);
        assumeTrue(
                statements == Statements.NAMED_BY_NOBODY || program.keepsPreparedStatements(),
                "PgBouncer " + program.version() + " keeps no prepared statements; 1.21 and later do");
        Map<String, String> changes = new LinkedHashMap<>(statements.poolerChanges(program));
        changes.put("default_pool_size", Integer.toString(SERVER_CONNECTIONS_A_ROLE));
        PostgresServer server = SharedServers.postgres();
        ServerLog serverLog = ServerLog.fromNowOn(server::log);
        try (TestDatabase database = server.createMigratedDatabase();
                PgBouncerServer pooler = PgBouncerServer.start(program, server, changes);
                KafkaServer kafka = KafkaServer.start()) {
            kafka.createTopics();
            UnaryOperator<ServiceLaunch> pooled =
                    launch -> statements.told(launch.with("MATCHNIGHT_DATABASE_URL", pooler.jdbcUrl(database)));
            try (RunningProduct product = RunningProduct.start(database, kafka, pooled, pooled)) {
                try {
                    new Night(product).play();
                } finally {
                    // Before whatever failed by it.
                    assertThat(serverLog.linesWith(LOST_STATEMENTS)).isEmpty();
                }
                assertThat(product.count(COUNT_SERVER_CONNECTIONS))
                        .as("server connections of the role that has the most: nobody went around the pooler")
                        .isBetween(1L, (long) SERVER_CONNECTIONS_A_ROLE);
                assertThat(product.broken()).isEmpty();
                assertThat(linesWithLostStatements(product.betApi)).isEmpty();
                assertThat(linesWithLostStatements(product.settlementWorker)).isEmpty();
            }
            assertThat(serverLog.linesWith(LOST_STATEMENTS)).isEmpty();
            assertThat(pooler.log()).doesNotContain("prepared statement");
        }
    }

    private static List<String> linesWithLostStatements(ServiceProcess service) throws IOException {
        String log = Files.readString(service.log(), StandardCharsets.UTF_8);
        return log.lines()
                .filter(line -> line.contains("prepared statement") || line.contains("26000") || line.contains("42P05"))
                .toList();
    }

    /** Bets, money in and out, gates, pages of history, results and events, several of each at once. */
    private static final class Night {

        private final RunningProduct product;
        private final BetApiInstance instance;
        private final List<String> markets = new ArrayList<>();
        private final Queue<BetOutcome> outcomes = new ConcurrentLinkedQueue<>();
        private final Queue<GateChange> changes = new ConcurrentLinkedQueue<>();

        Night(RunningProduct product) {
            this.product = product;
            this.instance = product.instance();
        }

        void play() throws Exception {
            for (int number = 1; number <= MARKETS; number++) {
                product.putUpMarket("pooled-" + number, GBP);
                markets.add("pooled-" + number);
            }
            List<String> accounts = product.openAccounts("pooled", BETTORS, Money.parse("1000", GBP));
            betWhileGatesOpenAndShut(accounts);
            assertThat(outcomes)
                    .hasSize(BETTORS * BETS_OF_EACH)
                    .allMatch(outcome -> outcome.isAccepted() || outcome.code().equals("MARKET_NOT_OPEN"))
                    .filteredOn(BetOutcome::isAccepted)
                    .hasSizeGreaterThan(BETTORS * BETS_OF_EACH / 2);
            assertThat(changes).hasSize(2 * GATE_CYCLES);
            everyListIsPagedToItsEnd(accounts);
            aRetryIsToldTheFirstAnswer(accounts.getFirst());
            settleAndCorrect();
            everyEventIsPublishedInOrder();
        }

        private void betWhileGatesOpenAndShut(List<String> accounts) throws Exception {
            List<Future<?>> people = new ArrayList<>();
            try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
                for (String account : accounts) {
                    people.add(crowd.submit(() -> betAndMoveMoney(account)));
                }
                people.add(crowd.submit(this::openAndShut));
            }
            for (Future<?> person : people) {
                person.get();
            }
        }

        private void betAndMoveMoney(String account) {
            for (int number = 0; number < BETS_OF_EACH; number++) {
                String marketId = markets.get(number % markets.size());
                outcomes.add(instance.betting.place(bet(account, marketId, "pooled-" + number)));
                if (number % 5 == 0) {
                    product.wallet.deposit(account, Money.parse("3", GBP), "in-" + number);
                    withdraw(account, "out-" + number);
                }
            }
        }

        private static BetRequest bet(String account, String marketId, String key) {
            return new BetRequest(account, key, marketId, "H", "2.50", Money.parse("1", GBP), "ANY");
        }

        private void withdraw(String account, String key) {
            HttpAnswer answer = ask(HttpRequest.json(
                            "POST",
                            "/v1/accounts/" + account + "/withdrawals",
                            "{\"amount\":\"2\",\"currency\":\"GBP\"}")
                    .with("Idempotency-Key", key));
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        }

        private void openAndShut() {
            String market = markets.getFirst();
            for (int cycle = 1; cycle <= GATE_CYCLES; cycle++) {
                changes.add(instance.trading.suspendMarket(market));
                BetOutcome shutOut = instance.betting.place(bet("pooled-1", market, "shut-" + cycle));
                assertThat(shutOut.code()).isEqualTo("MARKET_NOT_OPEN");
                changes.add(instance.trading.openMarket(market));
                instance.trading.movePrices(market, cycle, Map.of("H", Price.of("2." + (20 + cycle))));
            }
        }

        private void everyListIsPagedToItsEnd(List<String> accounts) {
            for (String account : accounts) {
                assertThat(countByPages("/v1/bets?accountId=" + account + "&limit=7"))
                        .isEqualTo(product.count("SELECT count(*) FROM bet WHERE account_id = ?", account));
                assertThat(countByPages("/v1/accounts/" + account + "/statement?limit=7"))
                        .isEqualTo(product.count("SELECT count(*) FROM ledger_entry WHERE account_id = ?", account));
            }
        }

        private long countByPages(String list) {
            long items = 0;
            String cursor = "";
            do {
                HttpAnswer answer = ask(HttpRequest.get(list + (cursor.isEmpty() ? "" : "&cursor=" + cursor)));
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                JsonNode page = answer.json();
                items += page.path("items").size();
                cursor = page.path("nextCursor").asString("");
            } while (!cursor.isEmpty());
            return items;
        }

        private HttpAnswer ask(HttpRequest request) {
            String token = product.product.tokens().issue("desk", "wallet", "ops");
            try {
                return instance.client.exchange(request.with("Authorization", "Bearer " + token));
            } catch (IOException unanswered) {
                throw new IllegalStateException(unanswered);
            }
        }

        private void aRetryIsToldTheFirstAnswer(String account) {
            BetOutcome first = outcomes.stream()
                    .filter(outcome -> outcome.isAccepted()
                            && outcome.request().accountId().equals(account))
                    .findFirst()
                    .orElseThrow();
            assertThat(instance.betting.place(first.request()).betId()).isEqualTo(first.betId());
        }

        private void settleAndCorrect() {
            for (String market : markets) {
                product.results.publish(RunningProduct.result(market, 1, Map.of("H", "WON", "A", "LOST")));
            }
            markets.forEach(market -> product.awaitApplied(market, 1, SETTLED_WITHIN));
            product.results.submit(RunningProduct.result(markets.getFirst(), 2, Map.of("H", "LOST", "A", "WON")));
            product.awaitApplied(markets.getFirst(), 2, SETTLED_WITHIN);
            assertThat(product.count("SELECT count(DISTINCT bet_id) FROM bet_settlement"))
                    .isEqualTo(product.count("SELECT count(*) FROM bet"));
        }

        private void everyEventIsPublishedInOrder() {
            long written = product.count("SELECT count(*) FROM outbox");
            try (PublishedEvents events = new PublishedEvents(product.product)) {
                events.readUntil(written, Duration.ofSeconds(30));
                assertThat(events.faults()).isEmpty();
                assertThat(events.distinctCount()).isEqualTo(written);
            }
        }
    }
}
