package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import matchnight.bets.AtOnce;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What group commit promises of bets that meet rows held by somebody else, over HTTP and with one committer. */
@Timeout(120)
class PlacementUnderLocksTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long AMPLE = 1_000_000_000L;

    private static RunningBetApi api;
    private static Catalogue catalogue;

    @BeforeAll
    static void start() {
        api = RunningBetApi.startedWith("--matchnight.placement.committers=1", "--matchnight.placement.batch=16");
        catalogue = new Catalogue(api.database());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private record Bet(String account, String market, String stake, String price, String key) {

        static Bet of(String account, String market, String stake) {
            return new Bet(account, market, stake, "2.50", RunningBetApi.newKey());
        }

        HttpResponse<String> place() {
            return api.post("/v1/bets", api.token(account, "bets"), key, """
                    {"accountId": "%s", "type": "SINGLE", "stake": "%s", "currency": "GBP",
                     "legs": [{"marketId": "%s", "selectionId": "H", "price": "%s"}]}
                    """.formatted(account, stake, market, price));
        }
    }

    private static List<HttpResponse<String>> placeAtOnce(List<Bet> bets) throws Exception {
        return AtOnce.all(bets.stream()
                .<Callable<HttpResponse<String>>>map(bet -> bet::place)
                .toList());
    }

    private static String code(HttpResponse<String> reply) {
        return reply.statusCode() == 201
                ? "ACCEPTED"
                : JSON.readTree(reply.body()).at("/code").stringValue();
    }

    private static Connection holding(String rows) throws SQLException {
        Connection holder = api.database().connectAsSuperuser();
        holder.setAutoCommit(false);
        holder.createStatement().execute(rows + " FOR NO KEY UPDATE");
        return holder;
    }

    private static long deadlocks() throws SQLException {
        try (Connection own = api.database().connectAsSuperuser();
                Statement statement = own.createStatement()) {
            // A session tells of what it counted when it is idle, and at the latest after a second.
            statement.execute("SELECT pg_sleep(1.2)");
            try (ResultSet row = statement.executeQuery(
                    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static double busy(String cause) {
        return api.metric("placement_busy_total{cause=\"" + cause + "\"}");
    }

    @Test
    void aHeldBalanceKeepsNobodyElseWaitingAndIsNeverTakenForALackOfFunds() throws Exception {
        String market = catalogue.market("GBP", AMPLE);
        String held = catalogue.account("GBP", 10_000);
        double busyBefore = busy("lock-timeout");
        Bet late = Bet.of(held, market, "1.00");
        try (Connection holder = holding("SELECT FROM account WHERE account_id = '" + held + "'")) {
            List<Bet> bets = new ArrayList<>(List.of(late));
            for (int i = 0; i < 12; i++) {
                bets.add(Bet.of(catalogue.account("GBP", 10_000), market, "1.00"));
            }
            List<HttpResponse<String>> replies = placeAtOnce(bets);
            assertThat(replies.stream().skip(1))
                    .allSatisfy(reply -> assertThat(code(reply)).isEqualTo("ACCEPTED"));
            assertThat(replies.getFirst().statusCode()).isEqualTo(503);
            assertThat(replies.getFirst().headers().firstValue("Retry-After")).isPresent();
            holder.rollback();
        }
        assertThat(busy("lock-timeout")).isEqualTo(busyBefore + 1);
        HttpResponse<String> retry = late.place();
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).isEmpty();
    }

    @Test
    void whoWaitsForABalanceGoesOnWhenItIsFreeAndItsLaterBetsFollowInOrder() throws Exception {
        String market = catalogue.market("GBP", AMPLE);
        String held = catalogue.account("GBP", 10_000);
        Bet.of(held, market, "1.00").place();
        try (Connection holder = holding("SELECT FROM account WHERE account_id = '" + held + "'");
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> replies = IntStream.range(0, 10)
                    .mapToObj(i ->
                            clients.submit(() -> Bet.of(held, market, "1.00").place()))
                    .toList();
            Thread.sleep(150);
            assertThat(replies).noneMatch(Future::isDone);
            holder.rollback();
            for (Future<HttpResponse<String>> reply : replies) {
                assertThat(code(reply.get())).isEqualTo("ACCEPTED");
            }
        }
        assertThat(catalogue.count("SELECT version FROM account WHERE account_id = ?", held))
                .isEqualTo(12);
    }

    /** The row of an exposure bucket is never held for long by a service; an operator's session might. */
    @Test
    void betsOnOtherMarketsAreDecidedWhereOneMarketsExposureIsHeld() throws Exception {
        String stuck = catalogue.market("GBP", AMPLE);
        String free = catalogue.market("GBP", AMPLE);
        List<Bet> bets = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            bets.add(Bet.of(catalogue.account("GBP", 10_000), i == 5 ? stuck : free, "1.00"));
        }
        assertThat(code(Bet.of(catalogue.account("GBP", 10_000), stuck, "1.00").place()))
                .isEqualTo("ACCEPTED");
        try (Connection holder = holding("SELECT FROM market_exposure WHERE market_id = '" + stuck + "'")) {
            List<HttpResponse<String>> replies = placeAtOnce(bets);
            for (int i = 0; i < bets.size(); i++) {
                assertThat(code(replies.get(i))).isEqualTo(i == 5 ? "BUSY" : "ACCEPTED");
            }
            holder.rollback();
        }
        assertThat(code(bets.get(5).place())).isEqualTo("ACCEPTED");
    }

    @Test
    void whatIsFullOrNotCoveredIsRefusedWithoutALock() throws Exception {
        String market = catalogue.market("GBP", 1_500);
        String rich = catalogue.account("GBP", 100_000);
        String poor = catalogue.account("GBP", 50);
        assertThat(code(Bet.of(rich, market, "9.00").place())).isEqualTo("ACCEPTED");
        HttpResponse<String> first = Bet.of(rich, market, "2.00").place();
        assertThat(code(first)).isEqualTo("LIABILITY_LIMIT");
        try (Connection holder = holding("SELECT FROM market_exposure WHERE market_id = '" + market + "'");
                Connection otherHolder =
                        holding("SELECT FROM account WHERE account_id IN ('" + rich + "', '" + poor + "')")) {
            JsonNode refused =
                    JSON.readTree(Bet.of(rich, market, "1.01").place().body());
            assertThat(refused.at("/code").stringValue()).isEqualTo("LIABILITY_LIMIT");
            assertThat(refused.at("/maxStake").stringValue()).isEqualTo("1.00");
            assertThat(code(Bet.of(poor, market, "0.60").place())).isEqualTo("INSUFFICIENT_FUNDS");
            holder.rollback();
            otherHolder.rollback();
        }
        assertThat(code(Bet.of(rich, market, "1.00").place())).isEqualTo("ACCEPTED");
        HttpResponse<String> full = Bet.of(rich, market, "0.10").place();
        assertThat(JSON.readTree(full.body()).at("/maxStake").stringValue()).isEqualTo("0.00");
    }

    @Test
    void roomThatCameBackIsTakenWhateverIsRemembered() throws Exception {
        String market = catalogue.market("GBP", 1_500);
        String account = catalogue.account("GBP", 100_000);
        assertThat(code(Bet.of(account, market, "10.00").place())).isEqualTo("ACCEPTED");
        assertThat(code(Bet.of(account, market, "10.00").place())).isEqualTo("LIABILITY_LIMIT");
        catalogue.execute(
                "UPDATE market SET liability_limit = 9000, version = version + 1 WHERE market_id = ?", market);
        catalogue.execute("UPDATE market_exposure SET share = share + 1875 WHERE market_id = ?", market);
        assertThat(code(Bet.of(account, market, "10.00").place())).isEqualTo("ACCEPTED");
        assertThat(code(Bet.of(account, market, "40.01").place())).isEqualTo("LIABILITY_LIMIT");
        assertThat(code(Bet.of(account, market, "40.00").place())).isEqualTo("ACCEPTED");
    }

    @Test
    void aPriceThatChangedSinceItWasRememberedIsTheOneThatCounts() throws Exception {
        String market = catalogue.market("GBP", AMPLE);
        String account = catalogue.account("GBP", 100_000);
        assertThat(code(Bet.of(account, market, "1.00").place())).isEqualTo("ACCEPTED");
        try (Connection trader = api.database().connectAsSuperuser()) {
            trader.setAutoCommit(false);
            trader.createStatement()
                    .execute("UPDATE market SET version = version + 1 WHERE market_id = '" + market + "'");
            trader.createStatement().execute("UPDATE selection SET price = '3.10' WHERE market_id = '" + market + "'");
            assertThat(code(Bet.of(account, market, "1.00").place()))
                    .as("not committed yet")
                    .isEqualTo("ACCEPTED");
            trader.commit();
        }
        HttpResponse<String> refused = Bet.of(account, market, "1.00").place();
        assertThat(code(refused)).isEqualTo("PRICE_CHANGED");
        assertThat(JSON.readTree(refused.body()).at("/currentPrice").stringValue())
                .isEqualTo("3.10");
        assertThat(code(new Bet(account, market, "1.00", "3.10", RunningBetApi.newKey()).place()))
                .isEqualTo("ACCEPTED");
    }

    @Test
    void sixtyFourClientsOfOneAccountAreServedInOrderWithoutErrors() throws Exception {
        String market = catalogue.market("GBP", AMPLE);
        String account = catalogue.account("GBP", 100_000);
        int clients = 64;
        int betsEach = 10;
        List<Integer> failures = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(clients)) {
            List<Future<List<Long>>> versions = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                versions.add(pool.submit(() -> versionsOf(account, market, betsEach, failures)));
            }
            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> ofClient : versions) {
                assertThat(ofClient.get()).isSorted();
                all.addAll(ofClient.get());
            }
            assertThat(failures).isEmpty();
            assertThat(all).doesNotHaveDuplicates().hasSize(clients * betsEach);
        }
        assertThat(catalogue.count("SELECT version FROM account WHERE account_id = ?", account))
                .isEqualTo(1 + clients * betsEach);
        assertThat(catalogue.count("SELECT available FROM account WHERE account_id = ?", account))
                .isEqualTo(100_000 - 100L * clients * betsEach);
    }

    private static List<Long> versionsOf(String account, String market, int bets, List<Integer> failures) {
        List<Long> versions = new ArrayList<>();
        for (int i = 0; i < bets; i++) {
            HttpResponse<String> reply = Bet.of(account, market, "1.00").place();
            if (reply.statusCode() == 201) {
                versions.add(JSON.readTree(reply.body()).at("/balance/version").longValue());
            } else {
                synchronized (failures) {
                    failures.add(reply.statusCode());
                }
            }
        }
        return versions;
    }

    /** As after a restore that lost them. */
    @Test
    void exposureRowsThatAreGoneAreMadeAgain() throws Exception {
        String market = catalogue.market("GBP", AMPLE);
        String account = catalogue.account("GBP", 10_000);
        assertThat(code(Bet.of(account, market, "1.00").place())).isEqualTo("ACCEPTED");
        catalogue.execute("DELETE FROM market_exposure WHERE market_id = ?", market);
        assertThat(code(Bet.of(account, market, "1.00").place())).isEqualTo("ACCEPTED");
        catalogue.execute("DELETE FROM market_exposure WHERE market_id = ? AND bucket > 0", market);
        assertThat(code(Bet.of(account, market, "1.00").place())).isEqualTo("ACCEPTED");
    }

    /** A lane that waits for a balance makes a market's first rows before, and not while it holds the balance. */
    @Test
    void theFirstBetOnAMarketMayBeOneThatWaitedForItsBalance() throws Exception {
        String market = catalogue.market("GBP", AMPLE);
        String held = catalogue.account("GBP", 10_000);
        try (Connection holder = holding("SELECT FROM account WHERE account_id = '" + held + "'");
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> reply =
                    clients.submit(() -> Bet.of(held, market, "1.00").place());
            Thread.sleep(100);
            holder.rollback();
            assertThat(code(reply.get())).isEqualTo("ACCEPTED");
        }
        assertThat(catalogue.count(
                        "SELECT count(*) FROM (SELECT FROM market_exposure WHERE market_id = ? GROUP BY selection_id"
                                + " HAVING sum(share) = " + AMPLE + ") AS spread",
                        market))
                .isOne();
    }

    /** Accumulators take room on many markets at once, in one order, and mix with singles and whole holds near the limit. */
    @Test
    void accumulatorsOverTheSameMarketsInAnyOrderNeverDeadlock() throws Exception {
        List<String> markets = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            markets.add(catalogue.market("GBP", 40_000));
        }
        SplittableRandom random = new SplittableRandom(20260530);
        long deadlocksBefore = deadlocks();
        List<String> codes = new ArrayList<>();
        try (RunningBetApiCalls calls = new RunningBetApiCalls()) {
            for (int round = 0; round < 6; round++) {
                List<Future<HttpResponse<String>>> replies = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    List<String> legs = shuffled(markets, random).subList(0, 2 + random.nextInt(5));
                    String account = catalogue.account("GBP", 10_000);
                    replies.add(calls.submit(account, legs));
                }
                for (Future<HttpResponse<String>> reply : replies) {
                    codes.add(code(reply.get()));
                }
            }
        }
        assertThat(codes).containsOnly("ACCEPTED", "LIABILITY_LIMIT").contains("ACCEPTED", "LIABILITY_LIMIT");
        assertThat(deadlocks())
                .as("a batch that meets one is retried bet by bet, and nobody is told")
                .isEqualTo(deadlocksBefore);
        for (String market : markets) {
            assertThat(catalogue.count(
                            "SELECT sum(liability)::bigint FROM market_exposure WHERE market_id = ?", market))
                    .isLessThanOrEqualTo(40_000)
                    .isEqualTo(
                            catalogue.count("SELECT sum(liability)::bigint FROM bet_leg WHERE market_id = ?", market));
        }
    }

    private static List<String> shuffled(List<String> markets, SplittableRandom random) {
        List<String> shuffled = new ArrayList<>(markets);
        java.util.Collections.shuffle(shuffled, new java.util.Random(random.nextLong()));
        return shuffled;
    }

    private static final class RunningBetApiCalls implements AutoCloseable {

        private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

        Future<HttpResponse<String>> submit(String account, List<String> markets) {
            String legs = String.join(
                    ",",
                    markets.stream()
                            .map(market -> "{\"marketId\": \"%s\", \"selectionId\": \"H\", \"price\": \"2.50\"}"
                                    .formatted(market))
                            .toList());
            String body = """
                    {"accountId": "%s", "type": "ACCUMULATOR", "stake": "5.00", "currency": "GBP", "legs": [%s]}
                    """.formatted(account, legs);
            return clients.submit(() -> api.post("/v1/bets", api.token(account, "bets"), RunningBetApi.newKey(), body));
        }

        @Override
        public void close() {
            clients.close();
        }
    }
}
