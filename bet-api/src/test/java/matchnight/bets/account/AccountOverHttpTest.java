package matchnight.bets.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AccountOverHttpTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static RunningBetApi api;
    private static Catalogue catalogue;
    private static String wallet;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
        wallet = api.token("cashier", "wallet");
    }

    private static JsonNode json(HttpResponse<String> reply) {
        return JSON.readTree(reply.body());
    }

    private static String newAccount(String currency) {
        HttpResponse<String> reply = api.post("/v1/accounts", wallet, "{\"currency\": \"%s\"}".formatted(currency));
        assertThat(reply.statusCode()).isEqualTo(201);
        return json(reply).path("accountId").stringValue();
    }

    private static void deposit(String account, String amount, String currency) {
        HttpResponse<String> reply = api.post(
                "/v1/accounts/" + account + "/deposits",
                wallet,
                RunningBetApi.newKey(),
                "{\"amount\": \"%s\", \"currency\": \"%s\"}".formatted(amount, currency));
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    }

    private static HttpResponse<String> setState(String account, String body) {
        return api.put("/v1/accounts/" + account + "/state", wallet, body);
    }

    private static HttpResponse<String> bet(String account, String market) {
        return api.post("/v1/bets", api.token(account, "bets"), RunningBetApi.newKey(), """
                {"accountId": "%s", "type": "SINGLE", "stake": "1.00", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(account, market));
    }

    @Test
    void opensAnAccountOnce() {
        String id = "a-" + UUID.randomUUID();
        String body = "{\"accountId\": \"%s\", \"currency\": \"GBP\"}".formatted(id);
        HttpResponse<String> first = api.post("/v1/accounts", wallet, body);
        HttpResponse<String> again = api.post("/v1/accounts", wallet, body);
        HttpResponse<String> inEuros = api.post("/v1/accounts", wallet, body.replace("GBP", "EUR"));
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(inEuros.statusCode()).isEqualTo(409);
        assertThat(inEuros.body()).contains("\"ACCOUNT_EXISTS\"");
        assertThat(api.get("/v1/accounts/" + id, wallet).body()).isEqualTo(first.body());
    }

    @ParameterizedTest
    @CsvSource({"GBP, 10.00, 10.00, 0.00", "JPY, 10, 10, 0", "KWD, 10.005, 10.005, 0.000"})
    void writesAmountsWithTheCurrencysDigits(String currency, String amount, String available, String nothing) {
        String account = newAccount(currency);
        deposit(account, amount, currency);
        JsonNode balance = json(api.get("/v1/accounts/" + account + "/balance", wallet));
        assertThat(balance.propertyNames())
                .containsExactly("accountId", "currency", "available", "reserved", "debt", "version", "asOf", "source");
        assertThat(balance.path("available").stringValue()).isEqualTo(available);
        assertThat(balance.path("reserved").stringValue()).isEqualTo(nothing);
        assertThat(balance.path("debt").stringValue()).isEqualTo(nothing);
        assertThat(balance.path("version").intValue()).isEqualTo(1);
    }

    @Test
    void answersTheBalanceOfAMomentFromTheEntriesOfThatTime() throws SQLException {
        String account = newAccount("GBP");
        deposit(account, "5.00", "GBP");
        deposit(account, "7.00", "GBP");
        catalogue.execute("""
                UPDATE ledger_entry SET written_at = now() - interval '1 minute' WHERE account_id = ? AND version = 1
                """, account);
        String then = Instant.now().minusSeconds(30).toString();
        JsonNode balance = json(api.get("/v1/accounts/" + account + "/balance?asOf=" + then, wallet));
        assertThat(balance.path("available").stringValue()).isEqualTo("5.00");
        assertThat(balance.path("version").intValue()).isEqualTo(1);
        JsonNode before = json(api.get("/v1/accounts/" + account + "/balance?asOf=2024-01-01T00:00:00Z", wallet));
        assertThat(before.path("available").stringValue()).isEqualTo("0.00");
        assertThat(before.path("asOf").stringValue()).isEqualTo("2024-01-01T00:00:00Z");
        JsonNode ahead = json(api.get("/v1/accounts/" + account + "/balance?asOf=2999-01-01T00:00:00Z", wallet));
        assertThat(ahead.path("available").stringValue()).isEqualTo("12.00");
        assertThat(Instant.parse(ahead.path("asOf").stringValue()))
                .isBefore(Instant.now().plusSeconds(60));
    }

    @Test
    void pagesTheStatementNewestFirstWithoutAGap() {
        String account = newAccount("GBP");
        for (int i = 1; i <= 5; i++) {
            deposit(account, i + ".00", "GBP");
        }
        List<Integer> versions = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        do {
            JsonNode page = json(api.get("/v1/accounts/" + account + "/statement?limit=2" + cursor, wallet));
            page.path("items")
                    .forEach(entry -> versions.add(entry.path("version").intValue()));
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + URLEncoder.encode(page.path("nextCursor").stringValue(), StandardCharsets.UTF_8);
            pages++;
        } while (!cursor.isEmpty());
        assertThat(versions).containsExactly(5, 4, 3, 2, 1);
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void aStatementsEntryAuditsItself() {
        String account = newAccount("GBP");
        deposit(account, "5.00", "GBP");
        JsonNode entry =
                json(api.get("/v1/accounts/" + account + "/statement", wallet)).at("/items/0");
        assertThat(entry.path("entryId").stringValue()).isEqualTo(account + ":1");
        assertThat(entry.path("kind").stringValue()).isEqualTo("DEPOSIT");
        assertThat(entry.path("availableChange").stringValue()).isEqualTo("5.00");
        assertThat(entry.path("reservedChange").stringValue()).isEqualTo("0.00");
        assertThat(entry.path("available").stringValue()).isEqualTo("5.00");
        assertThat(entry.has("betId")).isFalse();
        assertThat(Instant.parse(entry.path("writtenAt").stringValue()))
                .isBefore(Instant.now().plusSeconds(60));
    }

    @ParameterizedTest
    @CsvSource({"0", "201", "-1", "1.5", "x"})
    void refusesOtherLimits(String limit) {
        String account = newAccount("GBP");
        assertThat(api.get("/v1/accounts/" + account + "/statement?limit=" + limit, wallet)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void refusesCursorsOfOtherLists() {
        String account = newAccount("GBP");
        for (String cursor : List.of("x", "!!", "bWFya2V0cyAx", "c3RhdGVtZW50IHg")) {
            HttpResponse<String> reply = api.get("/v1/accounts/" + account + "/statement?cursor=" + cursor, wallet);
            assertThat(reply.statusCode()).isEqualTo(400);
            assertThat(reply.body()).contains("?cursor");
        }
    }

    @ParameterizedTest
    @CsvSource({"SUSPENDED, ACCOUNT_SUSPENDED", "SELF_EXCLUDED, SELF_EXCLUDED", "CLOSED, ACCOUNT_CLOSED"})
    void aStateBlocksBetsUntilItIsTakenBack(String state, String refusal) throws SQLException {
        String market = catalogue.market("GBP", 1_000_000);
        String account = newAccount("GBP");
        deposit(account, "10.00", "GBP");
        HttpResponse<String> changed = setState(account, "{\"state\": \"%s\", \"reason\": \"asked\"}".formatted(state));
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(json(changed).path("state").stringValue()).isEqualTo(state);
        assertThat(bet(account, market).body()).contains("\"" + refusal + "\"");
        assertThat(setState(account, "{\"state\": \"ACTIVE\", \"reason\": \"asked\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(bet(account, market).statusCode()).isEqualTo(201);
        assertThat(catalogue.count("""
                        SELECT count(*) FROM audit_log
                         WHERE subject = ? AND actor = 'cashier' AND action = 'ACCOUNT_STATE' AND reason = 'asked'
                        """, "account/" + account)).isEqualTo(2);
    }

    @Test
    void aStateEndsByItself() throws SQLException {
        String market = catalogue.market("GBP", 1_000_000);
        String account = newAccount("GBP");
        deposit(account, "10.00", "GBP");
        setState(account, "{\"state\": \"SUSPENDED\", \"until\": \"2999-01-01T00:00:00Z\", \"reason\": \"x\"}");
        assertThat(bet(account, market).statusCode()).isEqualTo(422);
        catalogue.execute("UPDATE account SET state_until = now() - interval '1 ms' WHERE account_id = ?", account);
        assertThat(json(api.get("/v1/accounts/" + account, wallet))
                        .path("state")
                        .stringValue())
                .isEqualTo("ACTIVE");
        assertThat(bet(account, market).statusCode()).isEqualTo(201);
    }

    @Test
    void aSelfExclusionWithAnEndMayOnlyBeMadeLonger() {
        String account = newAccount("GBP");
        setState(account, excluded("2999-01-01T00:00:00Z"));
        for (String change : List.of(
                "{\"state\": \"ACTIVE\", \"reason\": \"x\"}",
                "{\"state\": \"CLOSED\", \"reason\": \"x\"}",
                "{\"state\": \"SELF_EXCLUDED\", \"reason\": \"x\"}",
                excluded("2998-12-31T23:59:59Z"))) {
            HttpResponse<String> reply = setState(account, change);
            assertThat(reply.statusCode()).isEqualTo(409);
            assertThat(reply.body()).contains("\"ACCOUNT_STATE_STANDS\"");
        }
        assertThat(setState(account, excluded("3000-01-01T00:00:00Z")).statusCode())
                .isEqualTo(200);
    }

    private static String excluded(String until) {
        return "{\"state\": \"SELF_EXCLUDED\", \"until\": \"%s\", \"reason\": \"own wish\"}".formatted(until);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"state\":\"SUSPENDED\",\"until\":\"2020-01-01T00:00:00Z\",\"reason\":\"x\"} | /until",
                "{\"state\":\"SELF_EXCLUDED\",\"until\":\"2020-01-01T00:00:00Z\",\"reason\":\"x\"} | /until",
                "{\"state\":\"ACTIVE\",\"until\":\"2999-01-01T00:00:00Z\",\"reason\":\"x\"} | /until",
                "{\"state\":\"ACTIVE\",\"reason\":\" \"} | /reason",
                "{\"state\":\"ACTIVE\"} | /reason",
                "{\"state\":\"GONE\",\"reason\":\"x\"} | /state",
                "{\"state\":null,\"reason\":\"x\"} | /state",
            })
    void refusesOtherChanges(String body, String pointer) {
        HttpResponse<String> reply = setState(newAccount("GBP"), body);
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(json(reply).at("/errors/0/pointer").stringValue()).isEqualTo(pointer);
    }

    @Test
    void isBusyWhileSomebodyHoldsTheRow() throws SQLException {
        String account = newAccount("GBP");
        try (Connection holder = api.database().connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("SELECT FROM account WHERE account_id = '" + account + "' FOR UPDATE");
            HttpResponse<String> busy = setState(account, "{\"state\": \"CLOSED\", \"reason\": \"x\"}");
            assertThat(busy.statusCode()).isEqualTo(503);
            assertThat(busy.headers().firstValue("Retry-After")).contains("1");
            assertThat(busy.body()).contains("\"BUSY\"", "\"same-key\"");
        }
        assertThat(setState(account, "{\"state\": \"CLOSED\", \"reason\": \"x\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void knowsNoAccountThatNobodyOpened() {
        assertThat(api.get("/v1/accounts/nobody", wallet).statusCode()).isEqualTo(404);
        assertThat(api.get("/v1/accounts/nobody/balance", wallet).statusCode()).isEqualTo(404);
        assertThat(api.get("/v1/accounts/nobody/balance?asOf=2026-01-01T00:00:00Z", wallet)
                        .statusCode())
                .isEqualTo(404);
        assertThat(api.get("/v1/accounts/nobody/statement", wallet).statusCode())
                .isEqualTo(404);
        assertThat(setState("nobody", "{\"state\": \"ACTIVE\", \"reason\": \"x\"}")
                        .statusCode())
                .isEqualTo(404);
    }
}
