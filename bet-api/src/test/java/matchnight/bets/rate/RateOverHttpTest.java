package matchnight.bets.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code /v1/rates}. Each test has currencies of its own that no other test bets in. */
class RateOverHttpTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static RunningBetApi api;
    private static Catalogue catalogue;
    private static String trader;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
        trader = api.token("trader-1", "trading");
    }

    private static HttpResponse<String> put(String pair, String rate) {
        return api.put("/v1/rates/" + pair, trader, "{\"rate\": " + rate + "}");
    }

    @Test
    void isCreatedThenReplacedWithAVersionAndALineInTheAuditLog() throws SQLException {
        HttpResponse<String> created = put("SEK/NOK", "\"1.20\"");
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        JsonNode first = JSON.readTree(created.body());
        assertThat(first.at("/from").stringValue()).isEqualTo("SEK");
        assertThat(first.at("/to").stringValue()).isEqualTo("NOK");
        assertThat(first.at("/rate").stringValue()).isEqualTo("1.20");
        assertThat(first.at("/version").longValue()).isEqualTo(1);
        assertThat(first.at("/updatedAt").stringValue()).endsWith("Z");

        HttpResponse<String> replaced = put("SEK/NOK", "1.0345");
        assertThat(replaced.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(replaced.body()).at("/version").longValue()).isEqualTo(2);
        String anybody = api.token("anybody", "bets");
        assertThat(api.get("/v1/rates/SEK/NOK", anybody).body()).isEqualTo(replaced.body());
        assertThat(api.get("/v1/rates/NOK/SEK", anybody).statusCode())
                .as("no rate is made from the one back")
                .isEqualTo(404);
        assertThat(catalogue.count("""
                        SELECT count(*) FROM audit_log
                         WHERE actor = 'trader-1' AND action = 'RATE_PUT' AND subject = 'rate/SEK/NOK'
                           AND detail IN ('{"rate": "1.20", "version": 1}', '{"rate": "1.0345", "version": 2}')
                        """)).isEqualTo(2);
        assertThat(catalogue.count(
                        "SELECT count(*) FROM currency_rate WHERE updated_by = 'trader-1' AND rate = 1.0345"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "\"0.000\"",
                "-1",
                "\"-1\"",
                "1e1",
                "\"1e1\"",
                "\"1.\"",
                "\"\"",
                "null",
                "true",
                "{}",
                "[]",
                "\" 1\"",
                "1000000000",
                "0.0000000000001",
                "\"1/2\"",
                "\"NaN\""
            })
    void refusesWhatIsNoRate(String rate) throws SQLException {
        HttpResponse<String> reply = put("CZK/DKK", rate);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
        JsonNode problem = JSON.readTree(reply.body());
        assertThat(problem.at("/code").stringValue()).isEqualTo("INVALID_REQUEST");
        assertThat(problem.at("/errors/0/pointer").stringValue()).isEqualTo("/rate");
        assertThat(catalogue.count("SELECT count(*) FROM currency_rate WHERE from_currency = 'CZK'"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CZK/CZK", "czk/DKK", "CZK/XAU", "CZK/XXXX", "C/D"})
    void refusesWhatIsNoPairOfTwoCurrencies(String pair) {
        HttpResponse<String> reply = put(pair, "1.5");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
        assertThat(JSON.readTree(reply.body()).at("/errors/0/pointer").stringValue())
                .isIn("{from}", "{to}");
    }

    @Test
    void listsThePairsPageByPage() {
        List<String> pairs = List.of("HUF/CHF", "HUF/PLN", "HUF/RON", "ISK/CHF");
        pairs.forEach(pair -> put(pair, "0.0123"));
        List<String> listed = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = JSON.readTree(api.get("/v1/rates?limit=2" + cursor, api.token("anybody", "ops"))
                    .body());
            assertThat(page.path("items").size()).isLessThanOrEqualTo(2);
            page.path("items")
                    .forEach(rate -> listed.add(rate.path("from").stringValue() + "/"
                            + rate.path("to").stringValue()));
            JsonNode next = page.path("nextCursor");
            cursor = next.isNull() ? "" : "&cursor=" + next.stringValue();
        } while (!cursor.isEmpty());
        assertThat(listed).isSorted().doesNotHaveDuplicates().containsAll(pairs);
    }

    @Test
    void onlyTradersPut() {
        String body = "{\"rate\": 1.5}";
        assertThat(api.put("/v1/rates/CZK/DKK", api.token("x", "bets wallet results ops"), body)
                        .statusCode())
                .isEqualTo(403);
        assertThat(api.put("/v1/rates/CZK/DKK", "no-token", body).statusCode()).isEqualTo(401);
    }
}
