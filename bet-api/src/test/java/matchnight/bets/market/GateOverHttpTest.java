package matchnight.bets.market;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import matchnight.ledger.barrier.PlacingRoles;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a suspend, a close and a lowered limit promise to whoever sent them. */
class GateOverHttpTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static RunningBetApi api;
    private static Catalogue catalogue;
    private static String desk;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
        desk = api.token("desk", "trading");
    }

    private static HttpResponse<String> bet(String account, String market, String stake) {
        return api.post(
                "/v1/bets", api.token(account, "bets"), RunningBetApi.newKey(), """
                {"accountId": "%s", "type": "SINGLE", "stake": "%s", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(account, stake, market));
    }

    static Stream<String> shuttingCalls() {
        return Stream.of("markets/MARKET/suspend", "markets/MARKET/close", "events/e-MARKET/suspend");
    }

    @ParameterizedTest
    @MethodSource("shuttingCalls")
    void answersOnlyOnceAPlacementThatSawItOpenHasEnded(String call) throws Exception {
        String market = catalogue.market("GBP", 1_000_000);
        try (Connection placement = api.database().connect(DatabaseRole.BET_API);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            placement.setAutoCommit(false);
            placement
                    .createStatement()
                    .executeQuery("SELECT status FROM market")
                    .close();
            Future<Integer> suspend = threads.submit(() ->
                    api.post("/v1/" + call.replace("MARKET", market), desk, "").statusCode());
            assertStillWaits(suspend);
            // A second one waits as well, although it finds nothing to change.
            Future<Integer> again = threads.submit(() ->
                    api.post("/v1/" + call.replace("MARKET", market), desk, "").statusCode());
            assertStillWaits(again);
            placement.commit();
            assertThat(suspend.get(5, TimeUnit.SECONDS)).isEqualTo(200);
            assertThat(again.get(5, TimeUnit.SECONDS)).isEqualTo(200);
        }
    }

    private static void assertStillWaits(Future<Integer> call) throws InterruptedException {
        Thread.sleep(300);
        assertThat(call.isDone()).isFalse();
    }

    /** A close waits for the transactions of these roles alone. */
    @Test
    void placesUnderARoleThatACloseWaitsFor() {
        assertThat(PlacingRoles.NAMES)
                .contains(
                        api.bean("placementDataSource", HikariDataSource.class).getUsername());
    }

    @Test
    void doesNotWaitForStrangers() throws SQLException {
        String market = catalogue.market("GBP", 1_000_000);
        try (Connection stranger = api.database().connect(DatabaseRole.READER)) {
            stranger.setAutoCommit(false);
            stranger.createStatement().executeQuery("SELECT status FROM market").close();
            assertThat(api.post("/v1/markets/" + market + "/suspend", desk, "").statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("shuttingCalls")
    void noBetSentAfterTheAnswerIsAccepted(String call) throws Exception {
        String market = catalogue.market("GBP", 1_000_000_000);
        String account = catalogue.account("GBP", 100_000_000);
        String shut = "/v1/" + call.replace("MARKET", market);
        String open = shut.replaceAll("/(suspend|close)$", "/open");
        var running = new AtomicBoolean(true);
        // Odd from a shut's answer to the next open's request.
        var phase = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Integer>> wronglyAccepted = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                wronglyAccepted.add(threads.submit(() -> betWhile(running, phase, account, market)));
            }
            for (int cycle = 0; cycle < 15; cycle++) {
                assertThat(api.post(shut, desk, "").statusCode()).isEqualTo(200);
                phase.incrementAndGet();
                Thread.sleep(20);
                phase.incrementAndGet();
                assertThat(api.post(open, desk, "").statusCode()).isEqualTo(200);
                Thread.sleep(20);
            }
            running.set(false);
            for (Future<Integer> wrongly : wronglyAccepted) {
                assertThat(wrongly.get(10, TimeUnit.SECONDS)).isZero();
            }
        }
        assertThat(catalogue.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                .isPositive();
    }

    /** Counts bets that were accepted although the shut had answered before they were sent and no open was sent since. */
    private static int betWhile(AtomicBoolean running, AtomicInteger phase, String account, String market) {
        int wronglyAccepted = 0;
        while (running.get()) {
            int before = phase.get();
            int status = bet(account, market, "0.10").statusCode();
            if (before % 2 == 1 && phase.get() == before && status == 201) {
                wronglyAccepted++;
            }
        }
        return wronglyAccepted;
    }

    private static String terms(String market, String limit) {
        return """
                {"eventId": "e-%s", "event": "Home v Away", "name": "1X2", "startsAt": "2026-12-29T20:00:00Z",
                 "settleBy": "2026-12-30T00:00:00Z", "owner": "desk", "status": "OPEN", "limitCurrency": "GBP",
                 "liabilityLimit": "%s", "minStake": "0.10", "maxStake": "1000.00",
                 "selections": [{"selectionId": "H", "name": "Home", "price": "2.50"},
                                {"selectionId": "A", "name": "Away", "price": "11/4"}]}
                """.formatted(market, limit);
    }

    private static int putIfMatch(String market, String terms, String version) {
        return api.send(api.request("/v1/markets/" + market, desk)
                        .header("If-Match", version)
                        .PUT(HttpRequest.BodyPublishers.ofString(terms))
                        .build())
                .statusCode();
    }

    private static long shares(String market) throws SQLException {
        return catalogue.count(
                "SELECT coalesce(sum(share), 0)::bigint FROM market_exposure WHERE market_id = ? AND selection_id = 'H'",
                market);
    }

    @Test
    void aChangedLimitHoldsFromItsAnswerOn() throws SQLException {
        String market = catalogue.market("GBP", 10_000);
        String account = catalogue.account("GBP", 100_000);
        assertThat(bet(account, market, "40.00").statusCode()).isEqualTo(201);
        assertThat(shares(market)).isEqualTo(10_000);

        assertThat(api.put("/v1/markets/" + market, desk, terms(market, "75.00"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(shares(market)).isEqualTo(7_500);
        JsonNode refused = JSON.readTree(bet(account, market, "20.00").body());
        assertThat(refused.path("code").stringValue()).isEqualTo("LIABILITY_LIMIT");
        assertThat(refused.path("maxStake").stringValue()).isEqualTo("10.00");

        assertThat(api.put("/v1/markets/" + market, desk, terms(market, "10.00"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(shares(market)).isEqualTo(6_000);
        assertThat(bet(account, market, "0.10").body()).contains("LIABILITY_LIMIT");

        assertThat(api.put("/v1/markets/" + market, desk, terms(market, "90.00"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(shares(market)).isEqualTo(9_000);
        assertThat(bet(account, market, "20.00").statusCode()).isEqualTo(201);
    }

    /** The limit is committed before it is spread, so a call that failed in between leaves it to the next one. */
    @Test
    void aRepeatedPutSpreadsTheLimitThatAFailedOneLeft() throws SQLException {
        String market = catalogue.market("GBP", 10_000);
        String account = catalogue.account("GBP", 100_000);
        assertThat(bet(account, market, "40.00").statusCode()).isEqualTo(201);
        try (Connection holder = api.database().connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement()
                    .execute("SELECT FROM market_exposure WHERE market_id = '" + market + "' FOR NO KEY UPDATE");
            HttpResponse<String> failed = api.put("/v1/markets/" + market, desk, terms(market, "75.00"));
            assertThat(failed.statusCode()).isEqualTo(503);
            assertThat(failed.body()).contains("\"BUSY\"", "\"same-key\"");
            holder.rollback();
        }
        assertThat(shares(market)).isEqualTo(10_000);
        assertThat(api.put("/v1/markets/" + market, desk, terms(market, "75.00"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(shares(market)).isEqualTo(7_500);
        assertThat(bet(account, market, "20.00").body()).contains("LIABILITY_LIMIT");
    }

    /** Its client named the version that it replaced, and names it again. */
    @Test
    void aRepeatedPutOfTheVersionThatAFailedOneReplacedSpreadsTheLimitToo() throws Exception {
        String market = catalogue.market("GBP", 10_000);
        String account = catalogue.account("GBP", 100_000);
        assertThat(bet(account, market, "40.00").statusCode()).isEqualTo(201);
        String version =
                '"' + Long.toString(catalogue.count("SELECT version FROM market WHERE market_id = ?", market)) + '"';
        try (Connection holder = api.database().connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement()
                    .execute("SELECT FROM market_exposure WHERE market_id = '" + market + "' FOR NO KEY UPDATE");
            assertThat(putIfMatch(market, terms(market, "75.00"), version)).isEqualTo(503);
            holder.rollback();
        }
        assertThat(shares(market)).isEqualTo(10_000);

        assertThat(putIfMatch(market, terms(market, "75.00"), version)).isEqualTo(412);

        assertThat(shares(market)).isEqualTo(7_500);
    }

    @Test
    void aPutThatFindsTheLimitSpreadHoldsNoCounter() throws SQLException {
        String market = catalogue.market("GBP", 10_000);
        assertThat(bet(catalogue.account("GBP", 100_000), market, "40.00").statusCode())
                .isEqualTo(201);
        try (Connection holder = api.database().connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement()
                    .execute("SELECT FROM market_exposure WHERE market_id = '" + market + "' FOR NO KEY UPDATE");
            assertThat(api.put("/v1/markets/" + market, desk, terms(market, "100.00"))
                            .statusCode())
                    .isEqualTo(200);
            holder.rollback();
        }
    }

    /** A second one too, although it finds nothing to shut: the first may not have waited to the end. */
    @Test
    void aPutThatShutsAnswersOnlyOnceAPlacementThatSawItOpenHasEnded() throws Exception {
        String market = catalogue.market("GBP", 1_000_000);
        String suspended = terms(market, "10000.00").replace("\"OPEN\"", "\"SUSPENDED\"");
        try (Connection placement = api.database().connect(DatabaseRole.BET_API);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            placement.setAutoCommit(false);
            placement
                    .createStatement()
                    .executeQuery("SELECT status FROM market")
                    .close();
            Future<Integer> first = threads.submit(
                    () -> api.put("/v1/markets/" + market, desk, suspended).statusCode());
            assertStillWaits(first);
            Future<Integer> again = threads.submit(
                    () -> api.put("/v1/markets/" + market, desk, suspended).statusCode());
            assertStillWaits(again);
            placement.commit();
            assertThat(first.get(5, TimeUnit.SECONDS)).isEqualTo(200);
            assertThat(again.get(5, TimeUnit.SECONDS)).isEqualTo(200);
        }
    }

    @Test
    void aLimitThatChangesUnderBetsIsNeverExceeded() throws Exception {
        String market = catalogue.market("GBP", 5_000);
        String account = catalogue.account("GBP", 100_000_000);
        var running = new AtomicBoolean(true);
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<?>> bettors = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                bettors.add(threads.submit(() -> {
                    while (running.get()) {
                        bet(account, market, "0.50");
                    }
                }));
            }
            for (int limit = 60; limit <= 100; limit += 10) {
                assertThat(api.put("/v1/markets/" + market, desk, terms(market, limit + ".00"))
                                .statusCode())
                        .isEqualTo(200);
                long liability = catalogue.count(
                        "SELECT sum(liability)::bigint FROM market_exposure WHERE market_id = ?", market);
                assertThat(liability).isLessThanOrEqualTo(limit * 100L);
                assertThat(shares(market)).isEqualTo(limit * 100L);
            }
            running.set(false);
            for (Future<?> bettor : bettors) {
                bettor.get(10, TimeUnit.SECONDS);
            }
        }
    }
}
