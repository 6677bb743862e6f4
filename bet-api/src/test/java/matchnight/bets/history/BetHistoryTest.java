package matchnight.bets.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.idempotency.KeyClaims;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.Operation;
import matchnight.ledger.sql.StatementSequence;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BetHistoryTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static RunningBetApi api;
    private static Catalogue catalogue;

    private String account = "";
    private String market = "";

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
    }

    @BeforeEach
    void makeAccountAndMarket() throws SQLException {
        account = catalogue.account("GBP", 10_000);
        market = catalogue.market("GBP", 1_000_000_000);
    }

    private HttpResponse<String> place(String key, String stake) {
        return api.post("/v1/bets", token(), key, """
                {"accountId": "%s", "type": "SINGLE", "stake": "%s", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "A", "price": "11/4"}],
                 "context": {"channel": "web"}}
                """.formatted(account, stake, market));
    }

    private String token() {
        return api.token(account, "bets");
    }

    private String placed(String stake) {
        HttpResponse<String> reply = place(RunningBetApi.newKey(), stake);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
        return JSON.readTree(reply.body()).path("betId").stringValue();
    }

    private HttpResponse<String> get(String path) {
        return api.get(path, token());
    }

    private JsonNode list(String parameters) {
        HttpResponse<String> reply = get("/v1/bets?accountId=" + account + parameters);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return JSON.readTree(reply.body());
    }

    private static List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        page.path("items").forEach(bet -> ids.add(bet.path("betId").stringValue()));
        return ids;
    }

    private static void settle(String betId, int version, String kind, String returns) throws SQLException {
        catalogue.execute("""
                INSERT INTO bet_settlement (bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version,
                                            proof, settled_at)
                SELECT bet_id, ?::integer, account_id, ?::bet_settlement_kind, nullif(?, '')::bigint, 'RESULT', 'r1', 1,
                       '{"rounding": "HALF_UP", "legs": [{"leg": 1, "result": "WON", "factor": "15/4"}]}',
                       '2026-12-29T22:00:00.5Z'
                  FROM bet
                 WHERE bet_id = ?::uuid
                """, Integer.toString(version), kind, returns, betId);
        catalogue.execute("UPDATE bet_leg SET leg_number = 1 WHERE bet_id = ?::uuid", betId);
    }

    @Test
    void anOpenBetReadsAsItWasAcceptedButForTheBalance() {
        HttpResponse<String> accepted = place(RunningBetApi.newKey(), "4.00");
        ObjectNode bet = (ObjectNode) JSON.readTree(accepted.body());
        bet.remove("balance");
        HttpResponse<String> read = get("/v1/bets/" + bet.path("betId").stringValue());
        assertThat(read.body()).isEqualTo(bet.toString());
        assertThat(bet.propertyNames())
                .containsExactly(
                        "betId",
                        "accountId",
                        "state",
                        "type",
                        "currency",
                        "stake",
                        "unitStake",
                        "lines",
                        "possibleReturns",
                        "returns",
                        "receivedAt",
                        "acceptedAt",
                        "settleBy",
                        "context",
                        "legs",
                        "settlements");
        assertThat(bet.path("returns").isNull()).isTrue();
    }

    @Test
    void aSettledBetShowsItsSettlementsAndHowItsLegsEnded() throws SQLException {
        String betId = placed("4.00");
        settle(betId, 1, "SETTLED", "1500");
        JsonNode bet = JSON.readTree(get("/v1/bets/" + betId).body());
        assertThat(bet.path("state").stringValue()).isEqualTo("SETTLED");
        assertThat(bet.path("returns").stringValue()).isEqualTo("15.00");
        assertThat(bet.at("/legs/0/result").stringValue()).isEqualTo("WON");
        assertThat(bet.at("/legs/0/factor").stringValue()).isEqualTo("15/4");
        assertThat(bet.at("/settlements/0/version").intValue()).isEqualTo(1);
        assertThat(bet.at("/settlements/0/cause/type").stringValue()).isEqualTo("RESULT");
        assertThat(bet.at("/settlements/0/cause/ref").stringValue()).isEqualTo("r1");
        assertThat(bet.at("/settlements/0/at").stringValue()).isEqualTo("2026-12-29T22:00:00.500Z");
        assertThat(bet.at("/settlements/0/returns").stringValue()).isEqualTo("15.00");
        assertThat(bet.at("/settlements/0/proof/rounding").stringValue()).isEqualTo("HALF_UP");
    }

    @Test
    void theNewestSettlementDecidesTheState() throws SQLException {
        String betId = placed("4.00");
        settle(betId, 1, "SETTLED", "1500");
        settle(betId, 2, "REOPENED", "");
        JsonNode reopened = JSON.readTree(get("/v1/bets/" + betId).body());
        assertThat(reopened.path("state").stringValue()).isEqualTo("OPEN");
        assertThat(reopened.path("returns").isNull()).isTrue();
        assertThat(reopened.at("/legs/0/result").isMissingNode()).isTrue();
        assertThat(reopened.path("settlements").size()).isEqualTo(2);
        settle(betId, 3, "VOIDED", "400");
        JsonNode voided = JSON.readTree(get("/v1/bets/" + betId).body());
        assertThat(voided.path("state").stringValue()).isEqualTo("VOIDED");
        assertThat(voided.path("returns").stringValue()).isEqualTo("4.00");
    }

    @Test
    void listsByStateNewestFirst() throws SQLException {
        List<String> placed = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            placed.add(placed("1.00"));
        }
        settle(placed.get(0), 1, "SETTLED", "0");
        settle(placed.get(1), 1, "VOIDED", "100");
        settle(placed.get(2), 1, "SETTLED", "0");
        settle(placed.get(2), 2, "REOPENED", "");
        Collections.reverse(placed);
        assertThat(ids(list(""))).isEqualTo(placed);
        assertThat(ids(list("&state=all"))).isEqualTo(placed);
        assertThat(ids(list("&state=open"))).isEqualTo(placed.subList(0, 2));
        assertThat(ids(list("&state=settled"))).isEqualTo(placed.subList(2, 4));
    }

    @Test
    void pagesWithoutAGapWhileBetsArrive() {
        List<String> placed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            placed.add(placed("1.00"));
        }
        Collections.reverse(placed);
        JsonNode first = list("&limit=2");
        placed("1.00");
        JsonNode second = list("&limit=2&cursor=" + first.path("nextCursor").stringValue());
        JsonNode third = list("&limit=2&cursor=" + second.path("nextCursor").stringValue());
        List<String> listed = new ArrayList<>(ids(first));
        listed.addAll(ids(second));
        listed.addAll(ids(third));
        assertThat(listed).isEqualTo(placed);
        assertThat(third.path("nextCursor").isNull()).isTrue();
    }

    @Test
    void anAccountWithoutBetsHasAnEmptyList() {
        assertThat(get("/v1/bets?accountId=" + account).body()).isEqualTo("{\"items\":[],\"nextCursor\":null}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"&state=OPEN", "&state=x", "&limit=0", "&limit=201", "&cursor=x", "&cursor=YmV0cyB4"})
    void refusesOtherParameters(String parameters) {
        HttpResponse<String> reply = get("/v1/bets?accountId=" + account + parameters);
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(reply.body()).contains("\"INVALID_REQUEST\"");
    }

    @Test
    void somebodyElsesBetIsAsUnknownAsNone() throws SQLException {
        String betId = placed("1.00");
        String stranger = api.token(catalogue.account("GBP", 0), "bets");
        HttpResponse<String> others = api.get("/v1/bets/" + betId, stranger);
        assertThat(others.statusCode()).isEqualTo(404);
        for (String none : List.of("00000000-0000-7000-8000-000000000000", "1", "x".repeat(5_000), betId + "0")) {
            assertThat(api.get("/v1/bets/" + none, stranger).body()).isEqualTo(others.body());
        }
        assertThat(api.get("/v1/bets/" + betId, api.token("support", "ops")).statusCode())
                .isEqualTo(200);
    }

    private HttpResponse<String> byKey(String key) {
        return get(
                "/v1/bets?accountId=" + account + "&idempotencyKey=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
    }

    @Test
    void aKeyAnswersItsBet() {
        String key = "k+/\"&-" + RunningBetApi.newKey();
        String betId = JSON.readTree(place(key, "1.00").body()).path("betId").stringValue();
        assertThat(byKey(key).body()).isEqualTo(get("/v1/bets/" + betId).body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.01", "999.00", "20000.00"})
    void aKeyAnswersItsRefusalAsItWasGiven(String stake) {
        String key = RunningBetApi.newKey();
        HttpResponse<String> refused = place(key, stake);
        assertThat(refused.statusCode()).isEqualTo(422);
        HttpResponse<String> again = byKey(key);
        assertThat(again.statusCode()).isEqualTo(422);
        assertThat(again.body()).isEqualTo(refused.body());
        assertThat(again.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void aKeyThatNobodyUsedIs404AndStaysFree() {
        String key = RunningBetApi.newKey();
        assertThat(byKey(key).statusCode()).isEqualTo(404);
        assertThat(place(key, "1.00").statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "é"})
    void aKeyThatIsNoneIs400(String key) {
        assertThat(byKey(key).statusCode()).isEqualTo(400);
    }

    @Test
    void aKeyWhoseRequestStillRunsIsNotUnknown() throws SQLException {
        String key = RunningBetApi.newKey();
        try (var placement = api.database().connectAsSuperuser()) {
            placement.setAutoCommit(false);
            var scope = new KeyScope(new AccountId(account), Operation.BET, new IdempotencyKey(key));
            StatementSequence claim = new StatementSequence();
            KeyClaims.tryClaim(claim, List.of(scope));
            claim.run(placement);
            HttpResponse<String> reply = byKey(key);
            assertThat(reply.statusCode()).isEqualTo(409);
            assertThat(reply.body()).contains("\"IDEMPOTENCY_KEY_IN_USE\"");
            assertThat(reply.headers().firstValue("Retry-After")).contains("1");
        }
    }
}
