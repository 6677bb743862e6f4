package matchnight.bench.endtoend;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import matchnight.bench.operations.Dashboards;
import matchnight.bench.operations.Dashboards.PanelQuery;
import matchnight.bench.operations.ExposedPage;
import matchnight.bench.operations.PrometheusPrograms;
import matchnight.bench.operations.PrometheusServer;
import matchnight.bench.operations.QueriedSeries;
import matchnight.bench.operations.RuleFiles;
import matchnight.bench.operations.RuleFiles.Rule;
import matchnight.bench.operations.Runbook;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.MarketDefinition;
import matchnight.bench.product.Trading;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.sql.BusyCause;
import matchnight.stack.KafkaServer;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A real Prometheus scrapes both services through a short night: every rule and every panel has an answer, no alert fires. Then
 * the night goes wrong, and the alerts fire by their real causes.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PrometheusIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final String PREFIX = "scraped";
    private static final int BETTORS = 4;
    private static final int BETTORS_ON_A_HELD_BALANCE = 12;
    private static final Duration NIGHT = Duration.ofSeconds(12);
    private static final Duration PAUSE_BETWEEN_BETS = Duration.ofMillis(60);
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(30);
    private static final Duration FIRES_WITHIN = Duration.ofSeconds(90);
    private static final int MOST_SERIES_A_NAME = 200;

    /** Prometheus makes these by itself. */
    private static final Set<String> OF_PROMETHEUS = Set.of("up", "ALERTS");

    /** The contract's, as samples; the last three stand for families. */
    private static final List<String> OF_THE_CONTRACT = List.of(
            "bet_placement_seconds_bucket",
            "placement_busy_total",
            "placement_balance_lock_seconds_bucket",
            "settlement_balance_lock_seconds_bucket",
            "settlement_backlog_age_seconds",
            "settlement_bets_total",
            "settlement_batch_seconds_bucket",
            "outbox_oldest_age_seconds",
            "ledger_drift_accounts",
            "holds_overdue",
            "hikaricp_connections_pending",
            "kafka_consumer_fetch_manager_records_lag_max",
            "http_server_requests_seconds_bucket");

    // Of all tests: they place on the same accounts.
    private static final AtomicLong keys = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    private static KafkaServer kafka;

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @SuppressWarnings("NullAway.Init")
    private static PrometheusServer prometheus;

    @SuppressWarnings("NullAway.Init")
    private static List<String> accounts;

    @BeforeAll
    static void start() {
        Path program = PrometheusPrograms.server().orElse(null);
        Assumptions.assumeTrue(program != null, PrometheusPrograms.MISSING);
        kafka = KafkaServer.start();
        kafka.createTopics();
        running = RunningProduct.start(
                SharedServers.postgres().createMigratedDatabase(),
                kafka,
                UnaryOperator.identity(),
                UnaryOperator.identity());
        accounts = running.openAccounts(PREFIX, BETTORS, Money.parse("10000", GBP));
        running.putUpMarket(PREFIX, GBP);
        running.putUpMarket(PREFIX + "-settled", GBP);
        running.putUpMarket(PREFIX + "-stuck", GBP);
        prometheus = PrometheusServer.start(
                requireNonNull(program),
                Map.of(
                        "bet-api", running.betApi.url(),
                        "settlement-worker", running.settlementWorker.url()));
        await().atMost(Duration.ofSeconds(20)).until(() -> prometheus.hasScraped(2));
    }

    @AfterAll
    static void stop() {
        for (AutoCloseable open : new AutoCloseable[] {prometheus, running, kafka}) {
            if (open != null) {
                try {
                    open.close();
                } catch (Exception unclosed) {
                    throw new IllegalStateException(unclosed);
                }
            }
        }
    }

    @Test
    @Order(1)
    void everyRuleAndPanelHasAnAnswerInAHealthyNightAndNoAlertFires() throws Exception {
        playANight();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(prometheus.rulesNotEvaluated()).isEmpty());
        List<String> silent = new ArrayList<>();
        for (PanelQuery panel : Dashboards.queries()) {
            if (answersNothing(panel.expression())) {
                silent.add(panel.toString());
            }
        }
        for (Rule rule : RuleFiles.recorded()) {
            if (answersNothing(rule.name())) {
                silent.add(rule.toString());
            }
        }
        assertThat(silent).as("queries without an answer").isEmpty();
        assertThat(prometheus.query("count_over_time(ALERTS{alertstate=\"firing\"}[10m])", "alertname"))
                .as("alerts that fired")
                .isEmpty();
    }

    private static boolean answersNothing(String expression) {
        return prometheus.query(expression).stream().allMatch(value -> value.isNaN());
    }

    private void playANight() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> betting = new ArrayList<>();
            for (String account : accounts) {
                betting.add(people.submit(() -> bet(account, PREFIX, isOver)));
                betting.add(people.submit(() -> bet(account, PREFIX + "-settled", isOver)));
            }
            Thread.sleep(NIGHT.dividedBy(2));
            running.results.publish(RunningProduct.result(PREFIX + "-settled", 1, Map.of("H", "WON", "A", "LOST")));
            running.awaitApplied(PREFIX + "-settled", 1, SETTLED_WITHIN);
            running.results.submit(RunningProduct.result(PREFIX + "-settled", 2, Map.of("H", "LOST", "A", "WON")));
            running.awaitApplied(PREFIX + "-settled", 2, SETTLED_WITHIN);
            Thread.sleep(NIGHT.dividedBy(2));
            isOver.set(true);
            for (Future<?> someone : betting) {
                someone.get();
            }
        }
    }

    private void bet(String account, String marketId, AtomicBoolean isOver) {
        while (!isOver.get()) {
            running.betting.place(bet(account, marketId, "1"));
            sleep(PAUSE_BETWEEN_BETS);
        }
    }

    private BetRequest bet(String account, String marketId, String stake) {
        return new BetRequest(
                account, "bet-" + keys.incrementAndGet(), marketId, "H", "2.50", Money.parse(stake, GBP), "NONE");
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    @Order(2)
    void everySeriesOfTheContractIsExposedWithHelpAndBoundedLabels() throws Exception {
        ExposedPage betApi = page(running.betApi.url());
        ExposedPage worker = page(running.settlementWorker.url());
        for (String name : OF_THE_CONTRACT) {
            assertThat(betApi.names().contains(name) || worker.names().contains(name))
                    .as(name)
                    .isTrue();
            String family = name.replaceAll("_bucket$", "");
            assertThat(betApi.help(family) + worker.help(family))
                    .as("help of " + name)
                    .isNotBlank();
        }
        for (ExposedPage page : List.of(betApi, worker)) {
            for (String name : page.names()) {
                assertThat(page.labelSets(name)).as(name).hasSizeLessThan(MOST_SERIES_A_NAME);
                assertThat(page.labelSets(name).toString())
                        .as("no account, market or bet is a label of " + name)
                        .doesNotContain(PREFIX);
            }
        }
        assertThat(betApi.labelValues("placement_busy_total", "cause"))
                .isEqualTo(Stream.of(BusyCause.values()).map(BusyCause::tag).collect(toSet()));
        assertThat(worker.labelValues("settlement_bets_total", "result"))
                .isSubsetOf("WON", "LOST", "VOID", "REOPENED", "HALF_WON", "HALF_LOST", "PLACED");
        assertThat(betApi.labelValues("bet_placement_seconds_count", "outcome")).contains("accepted", "busy", "error");
    }

    @Test
    @Order(3)
    void everyRuleAndPanelAsksForSeriesThatAreThere() throws Exception {
        Set<String> there = new HashSet<>(OF_PROMETHEUS);
        there.addAll(page(running.betApi.url()).names());
        there.addAll(page(running.settlementWorker.url()).names());
        RuleFiles.recorded().forEach(rule -> there.add(rule.name()));
        Set<String> missing = new TreeSet<>();
        Stream.concat(
                        RuleFiles.all().stream().map(Rule::expression),
                        Dashboards.queries().stream().map(PanelQuery::expression))
                .flatMap(expression -> QueriedSeries.of(expression).stream())
                .filter(name -> !there.contains(name))
                .forEach(missing::add);
        assertThat(missing).isEmpty();
    }

    private static ExposedPage page(URI service) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(service.resolve("/actuator/prometheus"))
                    .header("Accept", "text/plain")
                    .build();
            return ExposedPage.parse(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        }
    }

    @Test
    @Order(4)
    void everyCommandOfTheRunbookThatReadsRuns() throws Exception {
        try (Connection superuser = running.database.connectAsSuperuser();
                Statement statement = superuser.createStatement()) {
            List<String> refused = new ArrayList<>();
            for (String sql : Runbook.statements()) {
                try {
                    // There is no slot to drop; that the statement is one is seen without that.
                    statement.execute(sql.contains("pg_drop_replication_slot") ? "EXPLAIN " + sql : sql);
                } catch (SQLException refusal) {
                    refused.add(sql + refusal.getMessage());
                }
            }
            assertThat(refused).isEmpty();
        }
        try (Calls operator = Calls.of(running.settlementWorker.url(), running.product.tokens(), "operator", "ops")) {
            for (String target : Runbook.reads()) {
                assertThat(operator.get(target).status()).as(target).isEqualTo(200);
            }
        }
        assertThat(Runbook.statements()).hasSizeGreaterThan(10);
        assertThat(Runbook.reads()).hasSizeGreaterThan(4);
    }

    /** With every wait and age a twelfth of the shipped one: those are tried on made-up series, to the second. */
    @Test
    @Order(5)
    void alertsFireByTheirRealCauses() throws Exception {
        prometheus.changeRules(PrometheusIT::hurried);
        AtomicBoolean isOver = new AtomicBoolean();
        Set<String> fired = new TreeSet<>();
        try (ServiceCalls feed = new ServiceCalls(running.product);
                Connection outsider = running.database.connectAsSuperuser();
                ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            running.betting.place(bet(accounts.getFirst(), PREFIX + "-stuck", "1"));
            askSettlementTo("pause");
            running.results.publish(RunningProduct.result(PREFIX + "-stuck", 1, Map.of("H", "WON", "A", "LOST")));
            running.results.publish(RunningProduct.result(PREFIX + "-settled", 2, Map.of("H", "WON", "A", "WON")));
            feed.publish(PREFIX, "this is no result");
            hold(outsider, accounts.getFirst());
            for (int bettor = 0; bettor < BETTORS_ON_A_HELD_BALANCE; bettor++) {
                var _ = people.submit(() -> bet(accounts.getFirst(), PREFIX, isOver));
            }
            try {
                awaitFiring(
                        fired,
                        "BacklogOld",
                        "SettlementPaused",
                        "TransactionOpenLong",
                        "PlacementBusy",
                        "PlacementSlow",
                        "PlacementBudgetBurnsFast",
                        "DeadLetters",
                        "IncidentOpen");
            } finally {
                isOver.set(true);
                outsider.rollback();
            }
            askSettlementTo("resume");
        }
        await("what was mended is silent again")
                .atMost(FIRES_WITHIN)
                .until(() -> Stream.of("BacklogOld", "SettlementPaused", "TransactionOpenLong")
                        .noneMatch(firing()::contains));
        asSuperuser("REVOKE INSERT ON bet FROM bet_api", "REVOKE SELECT ON incident FROM reader");
        sendOnce(bet(accounts.get(1), PREFIX, "1"));
        awaitFiring(fired, "PlacementNeedsOperator", "BackgroundWorkFailing");
        asSuperuser("GRANT INSERT ON bet TO bet_api", "GRANT SELECT ON incident TO reader");
        kafka.kill();
        placeOnAConnectionOfItsOwn(bet(accounts.get(1), PREFIX, "1"));
        awaitFiring(fired, "OutboxOld");
        leaveABetPastItsDeadline();
        await("the bet is on the list")
                .atMost(FIRES_WITHIN)
                .until(() -> running.count("SELECT count(*) FROM overdue_hold") == 1);
        awaitFiring(fired, "HoldsOverdue");
        running.settlementWorker.kill();
        awaitFiring(fired, "ServiceDown");
        System.out.println("Alerts fired by their causes: " + fired);
    }

    // On a connection of its own: one that was left alone for seconds is closed by the service.
    private static void askSettlementTo(String action) {
        try (Calls desk = Calls.of(running.settlementWorker.url(), running.product.tokens(), "desk", "results")) {
            assertThat(desk.post("/admin/settlement/" + action, "{\"reason\": \"to see the alerts\"}")
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String hurried(String rules) {
        return rules.replaceAll("for: \\d+m", "for: 3s")
                .replaceAll("for: \\d+s", "for: 3s")
                .replaceAll("(max[^\\n]*_seconds[^\\n]*) > 60", "$1 > 5")
                .replaceAll("(_seconds:max) > 60", "$1 > 5")
                .replaceAll("(outbox_oldest_age_seconds\\)) > 30", "$1 > 3");
    }

    private void leaveABetPastItsDeadline() {
        String marketId = PREFIX + "-overdue";
        MarketDefinition market = new MarketDefinition(
                marketId,
                marketId,
                marketId,
                "1X2",
                Instant.now(),
                Instant.now().plusSeconds(1),
                GBP,
                "100000",
                "1",
                "1000",
                List.of(new MarketDefinition.Offer("H", "H", "2.50"), new MarketDefinition.Offer("A", "A", "2.50")));
        try (matchnight.bench.load.HttpClient desk =
                new matchnight.bench.load.HttpClient(running.betApi.url(), 1, Duration.ofSeconds(10))) {
            new Trading(desk, running.product).putUp(market);
        }
        BetOutcome outcome = running.unhinderedBetting.place(bet(accounts.get(1), marketId, "1"));
        assertThat(outcome.isAccepted()).as(outcome.toString()).isTrue();
    }

    private static void placeOnAConnectionOfItsOwn(BetRequest bet) throws IOException {
        try (matchnight.bench.load.HttpClient client =
                new matchnight.bench.load.HttpClient(running.betApi.url(), 1, Duration.ofSeconds(10))) {
            var answer = client.exchange(running.betting.wire(bet));
            assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        }
    }

    private static void sendOnce(BetRequest bet) throws IOException {
        try (matchnight.bench.load.HttpClient client =
                new matchnight.bench.load.HttpClient(running.betApi.url(), 1, Duration.ofSeconds(10))) {
            assertThat(client.exchange(running.betting.wire(bet)).status()).isEqualTo(503);
        }
    }

    private static void hold(Connection outsider, String account) throws SQLException {
        outsider.setAutoCommit(false);
        try (Statement statement = outsider.createStatement()) {
            statement.execute("SELECT FROM account WHERE account_id = '%s' FOR UPDATE".formatted(account));
        }
    }

    private static void asSuperuser(String... statements) throws SQLException {
        try (Connection superuser = running.database.connectAsSuperuser();
                Statement statement = superuser.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static void awaitFiring(Set<String> fired, String... alerts) {
        await().atMost(FIRES_WITHIN).untilAsserted(() -> {
            fired.addAll(firing());
            assertThat(fired).as(prometheus.log()).contains(alerts);
        });
    }

    private static Set<String> firing() {
        return prometheus.query("ALERTS{alertstate=\"firing\"}", "alertname").keySet();
    }
}
