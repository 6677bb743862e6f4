package matchnight.settlement.admin;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin API as its callers see it. */
@TestInstance(Lifecycle.PER_CLASS)
class AdminApiTest {

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.started(world);

    @AfterAll
    void stop() {
        worker.close();
        world.close();
    }

    @Test
    void aPublishedResultSettlesAndItsProgressCanBeRead() throws Exception {
        MarketId market = world.market("admin", "H", "A");
        AccountId punter = world.account("admin-punter", "GBP", 30_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        world.place(Placed.single(punter, market, "A", "2.50", 10_00));
        assertThat(progress("admin").toString())
                .isEqualTo("{\"marketId\":\"admin\",\"version\":0,\"state\":\"NO_RESULT\",\"betsSettled\":0,"
                        + "\"betsOpen\":2,\"oldestAgeSeconds\":0.0}");

        HttpResponse<String> reply = worker.post("/admin/results", resultJson("admin", 4, "H WON"), "results");

        assertThat(reply.statusCode()).isEqualTo(202);
        JsonNode published = JsonMapper.shared().readTree(reply.body());
        assertThat(published.get("partition").isIntegralNumber()).isTrue();
        assertThat(published.get("offset").isIntegralNumber()).isTrue();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(progress("admin").toString())
                        .isEqualTo("{\"marketId\":\"admin\",\"version\":4,\"state\":\"APPLIED\",\"betsSettled\":1,"
                                + "\"betsOpen\":1,\"oldestAgeSeconds\":0.0}"));
        assertThat(worker.get("/admin/backlog", "ops").body()).isEqualTo("{\"items\":[],\"nextCursor\":null}");
    }

    /** The body of a result event, changed in one place, and the pointer of the fault. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\":1     | \"version\":1.0                       | /version",
                "\"version\":1     | \"version\":\"1\"                     | /version",
                "\"version\":1     | \"version\":-1                        | /version",
                "\"version\":1     | \"version\":1e3                       | /version",
                "\"version\":1     | \"version\":99999999999999999999      | /version",
                "\"version\":1     | \"version\":1,\"price\":2             | /price",
                "\"version\":1     | \"version\":1,\"version\":1           | ''",
                "\"CONFIRMED\"     | \"SURE\"                              | /certainty",
                "\"CONFIRMED\"     | null                                  | /certainty",
                "\"CONFIRMED\"     | \"CONFIRMED\",\"from\":\"2026-01-01T00:00:00Z\" | /from",
                "\"WON\"           | \"won\"                               | /outcomes/0/result",
                "\"WON\"           | \"WON\",\"voidFactor\":0.25           | /outcomes/0/voidFactor",
                "\"WON\"           | \"VOID\",\"voidFactor\":\"0.5\"       | /outcomes/0/voidFactor",
                "\"WON\"           | \"HALF_WON\",\"voidFactor\":\"1\"     | /outcomes/0/voidFactor",
                "\"WON\"           | \"WON\",\"deadHeat\":{\"places\":3,\"tied\":2} | /outcomes/0/deadHeat/places",
                "\"WON\"           | \"WON\",\"deadHeat\":{\"places\":1}   | /outcomes/0/deadHeat/tied",
                "\"WON\"           | \"WON\",\"rule4\":[{\"percent\":101}] | /outcomes/0/rule4/0/percent",
                "\"WON\"           | \"WON\",\"rule4\":{\"percent\":10}    | /outcomes/0/rule4",
                "\"WON\"           | \"WON\",\"startingPrice\":\"1.00\"    | /outcomes/0/startingPrice",
                "\"WON\"           | \"WON\",\"startingPrice\":\"NaN\"     | /outcomes/0/startingPrice",
                "\"WON\"           | \"WON\",\"position\":0                | /outcomes/0/position",
                "\"WON\"           | \"WON\",\"note\":\"x\"                | /outcomes/0/note",
                "\"H\"             | \"H\\u0000\"                          | /outcomes/0/selectionId",
                "2026-01-01T21     | 2026-13-01T21                         | /occurredAt",
                "\"occurredAt\"    | \"occuredAt\"                         | /occuredAt",
            })
    void anInvalidResultIsRefusedWithThePlaceOfEachFault(String part, String changed, String pointer) throws Exception {
        String body = resultJson("bad", 1, "H WON").replace(part, changed);

        HttpResponse<String> reply = worker.post("/admin/results", body, "results");

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = JsonMapper.shared().readTree(reply.body());
        assertThat(problem.get("code").stringValue()).isEqualTo("INVALID_REQUEST");
        assertThat(problem.get("retry").stringValue()).isEqualTo("never");
        assertThat(problem.get("errors").get(0).get("pointer").stringValue()).isEqualTo(pointer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{",
                "{} {}",
                "{\"version\":1e99999999999}",
                "{\"anything\":1e-99999999999}",
                "{\"type\":\"CANCEL\",\"eventId\":\"e\",\"marketId\":\"m\",\"version\":1,"
                        + "\"occurredAt\":\"2026-01-01T00:00:00Z\"}",
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
            })
    void whatIsNoResultEventIsA400(String body) throws Exception {
        assertThat(worker.post("/admin/results", body, "results").statusCode()).isEqualTo(400);
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedWithoutBeingReadToItsEnd() throws Exception {
        long start = System.nanoTime();
        HttpResponse<String> reply = worker.post("/admin/results", "{\"eventId\":\"" + "1".repeat(70_000), "results");
        assertThat(reply.statusCode()).isEqualTo(413);
        assertThat(worker.post("/admin/results", "{\"version\":" + "9".repeat(10_000) + "}", "results")
                        .statusCode())
                .isEqualTo(400);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /admin/backlog,                , 401, UNAUTHENTICATED",
        "GET,  /admin/backlog,                results, 403, FORBIDDEN",
        "POST, /admin/results,                ops, 403, FORBIDDEN",
        "POST, /admin/results,                bets, 403, FORBIDDEN",
        "GET,  /admin/markets/nowhere/settlement, ops, 404, NOT_FOUND",
        "GET,  /admin/nothing,                ops, 404, NOT_FOUND",
        "POST, /admin/backlog,                results, 405, METHOD_NOT_ALLOWED",
        "GET,  /admin/backlog?limit=0,        ops, 400, INVALID_REQUEST",
        "GET,  /admin/backlog?limit=many,     ops, 400, INVALID_REQUEST",
        "GET,  /admin/incidents?cursor=x,     ops, 400, INVALID_REQUEST",
        "GET,  /admin/dead-letters?cursor=..,  ops, 400, INVALID_REQUEST",
        "GET,  /admin/audit,                  results, 403, FORBIDDEN",
        "GET,  /admin/audit?cursor=7,         ops, 400, INVALID_REQUEST",
        "GET,  /admin/audit?limit=201,        ops, 400, INVALID_REQUEST",
        "GET,  /admin/audit?subject=,         ops, 400, INVALID_REQUEST",
        "GET,  /admin/audit?subject=%00,      ops, 400, INVALID_REQUEST",
    })
    void everyRefusalIsAProblemWithItsCode(String method, String path, String scope, int status, String code)
            throws Exception {
        String[] scopes = scope == null ? new String[0] : new String[] {scope};

        HttpResponse<String> reply = method.equals("GET") ? worker.get(path, scopes) : worker.post(path, "{}", scopes);

        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(JsonMapper.shared().readTree(reply.body()).get("code").stringValue())
                .isEqualTo(code);
    }

    @Test
    void deadLettersAreListedNewestFirstAndPaged() throws Exception {
        for (int i = 0; i < 3; i++) {
            worker.send("m", "not json " + i);
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(world.number("SELECT count(*) FROM dead_letter"))
                        .isGreaterThanOrEqualTo(3));

        JsonNode first = JsonMapper.shared()
                .readTree(worker.get("/admin/dead-letters?limit=2", "ops").body());
        JsonNode second = JsonMapper.shared()
                .readTree(worker.get(
                                "/admin/dead-letters?limit=2&cursor="
                                        + first.get("nextCursor").stringValue(),
                                "ops")
                        .body());

        assertThat(first.get("items")).hasSize(2);
        assertThat(first.get("items").get(0).get("reasonCode").stringValue()).isEqualTo("NOT_JSON");
        assertThat(second.get("items").get(0).get("offset").longValue())
                .isLessThan(first.get("items").get(1).get("offset").longValue());
    }

    @Test
    void theAuditLogIsListedNewestFirstPagedAndBySubject() throws Exception {
        world.execute("INSERT INTO audit_log (actor, action, subject, reason, detail) SELECT 'somebody', 'DONE',"
                + " 'thing/' || n % 2, 'reason ' || n, '{\"n\": 1}' FROM generate_series(1, 5) AS n");

        JsonNode first = audit("?subject=thing/1&limit=2");
        JsonNode second = audit(
                "?subject=thing/1&limit=2&cursor=" + first.get("nextCursor").stringValue());

        assertThat(first.get("items")
                        .valueStream()
                        .map(item -> item.get("reason").stringValue()))
                .containsExactly("reason 5", "reason 3");
        assertThat(second.get("items")
                        .valueStream()
                        .map(item -> item.get("reason").stringValue()))
                .containsExactly("reason 1");
        assertThat(second.get("nextCursor").isNull()).isTrue();
        assertThat(audit("?subject=thing").get("items")).isEmpty();
        assertThat(audit("").get("items").get(0).propertyNames())
                .containsExactly("auditId", "at", "actor", "action", "subject", "reason", "detail");
    }

    private JsonNode audit(String query) throws Exception {
        return JsonMapper.shared()
                .readTree(worker.get("/admin/audit" + query, "ops").body());
    }

    @Test
    void theMetricsOfTheContractAreThereFromTheStart() throws Exception {
        String page = worker.get("/actuator/prometheus").body();

        for (String metric : List.of(
                "settlement_backlog_age_seconds ",
                "settlement_bets_total{result=\"WON\"}",
                "settlement_batch_seconds_bucket",
                "settlement_balance_lock_seconds_bucket",
                "settlement_lanes_alive 2.0",
                "result_events_total{outcome=\"duplicate\"}",
                "result_events_total{outcome=\"older\"}",
                "result_dead_letters_total{reason=\"NOT_JSON\"}",
                "results_waiting_for_market ",
                "partition_headroom_days{table=\"bet\"} ",
                "retention_oldest_day_age_days ",
                "retention_refused ",
                "database_oldest_transaction_seconds{role=\"other\"}",
                "kafka_consumer_",
                "hikaricp_connections_pending{pool=\"settlement_worker\"}",
                "http_server_requests_seconds_bucket")) {
            assertThat(page).contains(metric);
        }
    }

    private JsonNode progress(String market) throws Exception {
        return JsonMapper.shared()
                .readTree(worker.get("/admin/markets/" + market + "/settlement", "ops")
                        .body());
    }
}
