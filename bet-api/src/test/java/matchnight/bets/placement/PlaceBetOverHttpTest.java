package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import matchnight.bets.bet.BetContext;
import matchnight.bets.commit.Decision;
import matchnight.bets.commit.Turn;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contract of {@code POST /v1/bets} as clients rely on it; the numbers are those of the published field faults. */
class PlaceBetOverHttpTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long AMPLE = 1_000_000_000L;

    private static RunningBetApi api;
    private static Catalogue catalogue;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
    }

    private static String body(String account, String market, String stake) {
        return """
                {"accountId": "%s", "type": "SINGLE", "stake": %s, "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(account, stake, market);
    }

    private static HttpResponse<String> place(String account, String key, String body) {
        return api.post("/v1/bets", api.token(account, "bets"), key, body);
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }

    private static long betsOf(String account) throws SQLException {
        return catalogue.count("SELECT count(*) FROM bet WHERE account_id = ?", account);
    }

    @Test
    void answers201WithTheWholeBetAndTheBalance() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        HttpResponse<String> reply = place(account, newKey(), """
                {"accountId": "%s", "type": "SINGLE", "stake": "10.00", "currency": "GBP", "priceChange": "HIGHER",
                 "legs": [{"marketId": "%s", "selectionId": "A", "price": "5/2"}],
                 "context": {"channel": "ios", "brand": "matchnight", "jurisdiction": "UKGC"}}
                """.formatted(account, market));
        assertThat(reply.statusCode()).isEqualTo(201);
        JsonNode bet = JSON.readTree(reply.body());
        assertThat(reply.headers().firstValue("Location")).contains("/v1/bets/" + text(bet, "/betId"));
        assertThat(reply.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(text(bet, "/state")).isEqualTo("OPEN");
        assertThat(text(bet, "/stake")).isEqualTo("10.00");
        assertThat(text(bet, "/unitStake")).isEqualTo("10.00");
        assertThat(bet.at("/lines").intValue()).isEqualTo(1);
        assertThat(text(bet, "/possibleReturns")).isEqualTo("37.50");
        assertThat(bet.at("/returns").isNull()).isTrue();
        assertThat(text(bet, "/legs/0/priceAsked")).isEqualTo("5/2");
        assertThat(text(bet, "/legs/0/price")).isEqualTo("11/4");
        assertThat(text(bet, "/legs/0/eventId")).isEqualTo("e-" + market);
        assertThat(text(bet, "/context/channel")).isEqualTo("ios");
        assertThat(bet.at("/settlements").size()).isZero();
        assertThat(text(bet, "/balance/available")).isEqualTo("90.00");
        assertThat(text(bet, "/balance/reserved")).isEqualTo("10.00");
        assertThat(bet.at("/balance/version").longValue()).isEqualTo(2);
    }

    private static String text(JsonNode node, String pointer) {
        return node.at(pointer).stringValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "10.0", "10.00", "\"10\"", "\"10.0\"", "\"10.00\""})
    void tenPoundsAreOneRequestHoweverTheyAreWritten(String stake) throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        String key = newKey();
        HttpResponse<String> first = place(account, key, body(account, market, "\"10.00\""));
        String reordered = """
                {  "legs":[{"price":2.5,"selectionId":"H","marketId":"%s","eachWay":false}],
                   "currency":"GBP","stake":%s,"type":"SINGLE","accountId":"%s"}
                """.formatted(market, stake, account);
        HttpResponse<String> retry = place(account, "\"" + key + "\"", reordered);
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(betsOf(account)).isEqualTo(1);
    }

    @Test
    void aStoredRefusalIsRepeatedByteForByte() throws SQLException {
        String account = catalogue.account("GBP", 500);
        String market = catalogue.market("GBP", AMPLE);
        String key = newKey();
        HttpResponse<String> first = place(account, key, body(account, market, "10"));
        assertProblem(first, 422, "INSUFFICIENT_FUNDS", "new-key");
        catalogue.execute("UPDATE account SET available = 100000 WHERE account_id = ?", account);
        HttpResponse<String> retry = place(account, key, body(account, market, "10.00"));
        assertThat(retry.statusCode()).isEqualTo(422);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
    }

    /** T06: a key is bound to its account, its operation and its request. */
    @Test
    void aKeyStandsForOneRequestOfOneAccountAndOperation() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String stranger = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        String key = newKey();
        HttpResponse<String> first = place(account, key, body(account, market, "10"));
        assertProblem(place(account, key, body(account, market, "11")), 422, "IDEMPOTENCY_KEY_REUSED", "new-key");
        HttpResponse<String> strangers = place(stranger, key, body(stranger, market, "10"));
        assertThat(strangers.statusCode()).isEqualTo(201);
        assertThat(strangers.body()).isNotEqualTo(first.body());
        HttpResponse<String> deposit = api.post(
                "/v1/accounts/" + account + "/deposits",
                api.token("cashier", "wallet"),
                key,
                "{\"amount\": \"5.00\", \"currency\": \"GBP\"}");
        assertThat(deposit.statusCode()).isEqualTo(201);
        assertThat(deposit.headers().firstValue("Idempotent-Replayed")).isEmpty();
    }

    /** T01: fifty parallel requests under one key make one bet, one hold, one outbox row and no error. */
    @Test
    void fiftyParallelRequestsUnderOneKeyMakeOneBet() throws Exception {
        String account = catalogue.account("GBP", 10_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1.00");
        String key = newKey();
        List<HttpResponse<String>> replies = inParallel(50, i -> place(account, key, body));
        assertThat(replies).allSatisfy(reply -> {
            assertThat(reply.statusCode()).isIn(201, 409);
            if (reply.statusCode() == 409) {
                assertProblem(reply, 409, "IDEMPOTENCY_KEY_IN_USE", "same-key");
                assertThat(reply.headers().firstValue("Retry-After")).isPresent();
            }
        });
        assertThat(replies.stream()
                        .filter(reply -> reply.statusCode() == 201)
                        .map(HttpResponse::body)
                        .collect(Collectors.toSet()))
                .hasSize(1);
        assertThat(betsOf(account)).isEqualTo(1);
        assertThat(catalogue.count("SELECT reserved FROM account WHERE account_id = ?", account))
                .isEqualTo(100);
        assertThat(catalogue.count("SELECT count(*) FROM outbox WHERE account_id = ?", account))
                .isEqualTo(1);
    }

    /** T11: a hundred parallel bets of 1.00 on 50.00 are exactly fifty acceptances. */
    @Test
    void aHundredParallelBetsOnFiftyPoundsAreFifty() throws Exception {
        String account = catalogue.account("GBP", 5_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1.00");
        List<HttpResponse<String>> replies =
                inParallel(100, i -> untilDecided(() -> place(account, "race-" + i, body)));
        assertThat(replies.stream().filter(reply -> reply.statusCode() == 201)).hasSize(50);
        assertThat(replies.stream().filter(reply -> reply.body().contains("INSUFFICIENT_FUNDS")))
                .hasSize(50);
        assertThat(catalogue.count(
                        "SELECT count(*) FROM account WHERE account_id = ? AND available = 0 AND reserved = 5000",
                        account))
                .isEqualTo(1);
        assertThat(catalogue.count(
                        "SELECT sum(available_change + reserved_change)::bigint FROM ledger_entry WHERE account_id = ?",
                        account))
                .isEqualTo(5_000);
    }

    /** T09: a submission without a proper key is refused before anything happens. */
    @ParameterizedTest
    @MethodSource("improperKeys")
    void refusesAnImproperKey(String key) throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        HttpResponse<String> reply = place(account, key, body(account, catalogue.market("GBP", AMPLE), "1"));
        assertProblem(reply, 400, "IDEMPOTENCY_KEY_INVALID", "new-key");
        assertThat(betsOf(account)).isZero();
    }

    static List<String> improperKeys() {
        return List.of("", "a b", "k".repeat(256), "\"unclosed");
    }

    @Test
    void refusesASubmissionWithoutAKeyAndTakesTheLongestOne() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1");
        assertProblem(
                api.post("/v1/bets", api.token(account, "bets"), body), 400, "IDEMPOTENCY_KEY_MISSING", "new-key");
        assertThat(place(account, "k".repeat(255), body).statusCode()).isEqualTo(201);
    }

    /** T38 and T40: amounts that are no positive plain decimals of the currency leave no trace. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "5.4750000000000005",
                "10.001",
                "1e1",
                "1E+1",
                "-600",
                "-0.01",
                "0",
                "0.00",
                "0.001",
                "99999999999999999999",
                "NaN",
                "\"NaN\"",
                "Infinity",
                "\"\"",
                "null",
                "true",
                "[]",
                "{}",
                "\"\uff11\uff10\"",
                "\" 10 \"",
                "\"+10\"",
                "\"1e1\"",
                "+10",
                "010"
            })
    void refusesAStakeThatIsNoPositiveAmount(String stake) throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        HttpResponse<String> reply = place(account, newKey(), body(account, catalogue.market("GBP", AMPLE), stake));
        assertProblem(reply, 400, "INVALID_REQUEST", "never");
        assertThat(betsOf(account)).isZero();
        assertThat(catalogue.count("SELECT count(*) FROM idempotency WHERE account_id = ?", account))
                .isZero();
        assertThat(catalogue.count("SELECT reserved FROM account WHERE account_id = ?", account))
                .isZero();
    }

    /** T10: a key used in the last instant of a day, or of a month, stands in the first instant of the next. */
    @Test
    void aKeyStandsAcrossMidnight() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1");
        String key = newKey();
        HttpResponse<String> first = place(account, key, body);
        moveToTheEndOfYesterday(account);
        HttpResponse<String> retry = place(account, key, body);
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(text(JSON.readTree(retry.body()), "/acceptedAt")).contains("T23:59:59.9");
        assertThat(text(JSON.readTree(retry.body()), "/balance/available"))
                .isEqualTo(text(JSON.readTree(first.body()), "/balance/available"));
        assertThat(betsOf(account)).isEqualTo(1);
        assertThat(catalogue.count("SELECT reserved FROM account WHERE account_id = ?", account))
                .isEqualTo(100);
    }

    // The rows as they would stand had the bet been accepted a tenth of a second before midnight: in yesterday's
    // partitions, under an id of yesterday.
    private static void moveToTheEndOfYesterday(String account) throws SQLException {
        catalogue.execute("""
                WITH moment AS (
                    SELECT date_trunc('day', now(), 'UTC') - interval '100 milliseconds' AS at
                ), key AS (
                    UPDATE idempotency
                       SET bet_id = uuidv7_lower_bound(at), entry_written_on = (at AT TIME ZONE 'UTC')::date,
                           written_at = at
                      FROM moment
                     WHERE account_id = ?
                ), entry AS (
                    UPDATE ledger_entry
                       SET written_on = (at AT TIME ZONE 'UTC')::date, bet_id = uuidv7_lower_bound(at), written_at = at
                      FROM moment
                     WHERE account_id = ? AND kind = 'STAKE_RESERVED'
                ), copy AS (
                    INSERT INTO bet
                    SELECT uuidv7_lower_bound(at), account_id, type, currency, stake, unit_stake, lines,
                           possible_returns, max_returns, top_up_max, received_at, at, settle_by, owner, channel,
                           brand, jurisdiction
                      FROM bet, moment
                     WHERE account_id = ?
                )
                INSERT INTO bet_leg
                SELECT uuidv7_lower_bound(at), leg_number, account_id, market_id, selection_id, event_id,
                       price_asked, price, each_way_fraction, each_way_places, best_odds_guaranteed, gate_version,
                       liability, limit_currency, limit_rate
                  FROM bet_leg, moment
                 WHERE account_id = ?
                """, account, account, account, account);
        catalogue.execute(
                "DELETE FROM bet_leg WHERE account_id = ? AND bet_id >= uuidv7_lower_bound(date_trunc('day', now(), 'UTC'))",
                account);
        catalogue.execute(
                "DELETE FROM bet WHERE account_id = ? AND bet_id >= uuidv7_lower_bound(date_trunc('day', now(), 'UTC'))",
                account);
    }

    /** T04: what failed for a passing reason is not stored; the same key then succeeds, once. */
    @Test
    void aBusyAnswerIsNotStored() throws Exception {
        String account = catalogue.account("GBP", 10_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1");
        String key = newKey();
        double countedBefore = api.metric("placement_busy_total{cause=\"lock-timeout\"}");
        try (Connection holder = api.database().connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement()
                    .execute("SELECT FROM account WHERE account_id = '" + account + "' FOR NO KEY UPDATE");
            HttpResponse<String> busy = place(account, key, body);
            assertProblem(busy, 503, "BUSY", "same-key");
            assertThat(busy.headers().firstValue("Retry-After")).isPresent();
            holder.rollback();
        }
        assertThat(api.metric("placement_busy_total{cause=\"lock-timeout\"}")).isEqualTo(countedBefore + 1);
        HttpResponse<String> retry = place(account, key, body);
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(betsOf(account)).isEqualTo(1);
    }

    /** T04: what fails after the ledger was written takes the ledger's entry and the key with it. */
    @Test
    void aFailureAfterTheLedgerInsertLeavesNothing() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1");
        String key = newKey();
        catalogue.execute("""
                CREATE FUNCTION fail_storing_the_key() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.account_id = TG_ARGV[0] THEN
                        RAISE EXCEPTION 'out of order' USING ERRCODE = 'P0001';
                    END IF;
                    RETURN NEW;
                END
                $$
                """);
        catalogue.execute("CREATE TRIGGER fail_storing_the_key BEFORE INSERT ON idempotency FOR EACH ROW "
                + "EXECUTE FUNCTION fail_storing_the_key('" + account + "')");
        HttpResponse<String> failed = place(account, key, body);
        catalogue.execute("DROP FUNCTION fail_storing_the_key CASCADE");
        assertProblem(failed, 500, "INTERNAL", "same-key");
        assertThat(failed.body()).doesNotContain("out of order").doesNotContain("Exception");
        assertThat(betsOf(account)).isZero();
        assertThat(catalogue.count("SELECT count(*) FROM ledger_entry WHERE account_id = ?", account))
                .isEqualTo(1);
        HttpResponse<String> retry = place(account, key, body);
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(betsOf(account)).isEqualTo(1);
    }

    /** T07: a request inside the gap between the first one's commit and its reply reads the committed result. */
    @Test
    void aRequestInTheGapBetweenCommitAndReplyGetsTheCommittedBet() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        String key = newKey();
        PlaceBet command = new PlaceBet(
                new IdempotencyKey(key),
                new AccountId(account),
                BetType.SINGLE,
                new Money(100, CurrencyCode.of("GBP")),
                List.of(new PlaceBet.Leg(new MarketId(market), new SelectionId("H"), Price.of("2.50"))),
                false,
                PriceChange.NONE,
                BetContext.NONE,
                Instant.parse("2026-05-01T19:45:00Z"));
        List<Decision<PlaceBetOutcome>> decisions =
                api.bean(BetPlacement.class).decide(List.of(command), new Turn(0, Turn.Manner.TOGETHER));
        var unanswered = (PlaceBetOutcome.Accepted) ((Decision.Made<PlaceBetOutcome>) decisions.getFirst()).outcome();
        HttpResponse<String> second = place(account, key, body(account, market, "1.00"));
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(text(JSON.readTree(second.body()), "/betId"))
                .isEqualTo(unanswered.bet().betId().toString());
        assertThat(betsOf(account)).isEqualTo(1);
    }

    /** A retry that overtakes its first try waits briefly and gets the same answer. */
    @Test
    void aSecondRequestWhileTheFirstRunsGetsItsAnswer() throws Exception {
        String account = catalogue.account("GBP", 10_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1");
        String key = newKey();
        try (Connection holder = api.database().connectAsSuperuser();
                ExecutorService pool = Executors.newFixedThreadPool(2)) {
            holder.setAutoCommit(false);
            holder.createStatement()
                    .execute("SELECT FROM account WHERE account_id = '" + account + "' FOR NO KEY UPDATE");
            Future<HttpResponse<String>> first = pool.submit(() -> place(account, key, body));
            Thread.sleep(Duration.ofMillis(100));
            Future<HttpResponse<String>> second = pool.submit(() -> place(account, key, body));
            Thread.sleep(Duration.ofMillis(100));
            holder.rollback();
            assertThat(first.get().statusCode()).isEqualTo(201);
            assertThat(second.get().body()).isEqualTo(first.get().body());
        }
        assertThat(betsOf(account)).isEqualTo(1);
    }

    @Test
    void anotherPersonsAccountIsForbiddenAndNoTokenIsUnauthenticated() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String body = body(account, catalogue.market("GBP", AMPLE), "1");
        assertProblem(
                api.post("/v1/bets", api.token("somebody-else", "bets"), newKey(), body), 403, "FORBIDDEN", "never");
        assertProblem(
                api.post("/v1/bets", api.token(account, "wallet ops"), newKey(), body), 403, "FORBIDDEN", "never");
        assertThat(api.post("/v1/bets", "no-token", newKey(), body).statusCode())
                .isEqualTo(401);
        assertThat(betsOf(account)).isZero();
    }

    @Test
    void aTypeThatIsNoneOrHasOtherLegsIsAClearError() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        String accumulator = body(account, market, "1").replace("SINGLE", "ACCUMULATOR");
        assertProblem(place(account, newKey(), accumulator), 400, "INVALID_REQUEST", "never");
        String unknown = body(account, market, "1").replace("SINGLE", "DOUBLE_OR_QUITS");
        assertProblem(place(account, newKey(), unknown), 400, "INVALID_REQUEST", "never");
        String twoLegs = body(account, market, "1")
                .replace("}]}", "}, {\"marketId\": \"%s\", \"selectionId\": \"A\", \"price\": 3}]}".formatted(market));
        assertProblem(place(account, newKey(), twoLegs), 400, "INVALID_REQUEST", "never");
    }

    @Test
    void depositsAndWithdrawalsHappenOnceAndNeverOverdraw() throws Exception {
        String account = catalogue.account("GBP", 1_000);
        String token = api.token("cashier", "wallet");
        String path = "/v1/accounts/" + account;
        String ten = "{\"amount\": \"10.00\", \"currency\": \"GBP\"}";
        String key = newKey();
        List<HttpResponse<String>> replies =
                inParallel(20, i -> untilDecided(() -> api.post(path + "/deposits", token, key, ten)));
        assertThat(replies.stream().map(HttpResponse::body).collect(Collectors.toSet()))
                .hasSize(1);
        JsonNode deposit = JSON.readTree(replies.getFirst().body());
        assertThat(text(deposit, "/balance/available")).isEqualTo("20.00");
        assertThat(text(deposit, "/state")).isEqualTo("COMPLETED");
        List<HttpResponse<String>> withdrawals =
                inParallel(5, i -> untilDecided(() -> api.post(path + "/withdrawals", token, "w" + i, ten)));
        assertThat(withdrawals.stream().filter(reply -> reply.statusCode() == 201))
                .hasSize(2);
        assertThat(withdrawals.stream().filter(reply -> reply.body().contains("INSUFFICIENT_FUNDS")))
                .hasSize(3);
        assertProblem(
                api.post(path + "/deposits", token, newKey(), ten.replace("GBP", "EUR")),
                422,
                "CURRENCY_MISMATCH",
                "never");
        assertProblem(api.post("/v1/accounts/nobody/deposits", token, newKey(), ten), 404, "NOT_FOUND", "never");
    }

    private static void assertProblem(HttpResponse<String> reply, int status, String code, String retry) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode problem = JSON.readTree(reply.body());
        assertThat(text(problem, "/code")).isEqualTo(code);
        assertThat(text(problem, "/retry")).isEqualTo(retry);
    }

    private static HttpResponse<String> untilDecided(Callable<HttpResponse<String>> request) throws Exception {
        HttpResponse<String> reply = request.call();
        for (int attempt = 0; attempt < 20 && (reply.statusCode() == 503 || reply.statusCode() == 409); attempt++) {
            reply = request.call();
        }
        return reply;
    }

    private interface Request {
        HttpResponse<String> send(int number) throws Exception;
    }

    private static List<HttpResponse<String>> inParallel(int requests, Request request) throws Exception {
        CyclicBarrier start = new CyclicBarrier(requests);
        try (ExecutorService pool = Executors.newFixedThreadPool(requests)) {
            List<Callable<HttpResponse<String>>> tasks = new ArrayList<>();
            for (int i = 0; i < requests; i++) {
                int number = i;
                tasks.add(() -> {
                    start.await();
                    return request.send(number);
                });
            }
            List<HttpResponse<String>> replies = new ArrayList<>();
            for (Future<HttpResponse<String>> done : pool.invokeAll(tasks)) {
                replies.add(done.get());
            }
            return replies;
        }
    }
}
