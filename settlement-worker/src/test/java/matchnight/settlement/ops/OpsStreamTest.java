package matchnight.settlement.ops;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.UUID;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@TestInstance(Lifecycle.PER_CLASS)
class OpsStreamTest {

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.prepared(world);
    private final HttpClient http = HttpClient.newHttpClient();

    OpsStreamTest() {
        // Nobody listens there: a bet-api that is away is a gap and no failure.
        worker.with("matchnight.ops.bet-api-urls", "http://127.0.0.1:9").start();
    }

    @AfterAll
    void stop() {
        worker.close();
        world.close();
        http.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/ops,                    text/html",
        "/ops/assets/console.js,  text/javascript",
        "/ops/assets/session.js,  text/javascript",
        "/ops/assets/stream.js,   text/javascript",
        "/ops/assets/curves.js,   text/javascript",
        "/ops/assets/now.js,      text/javascript",
        "/ops/assets/lists.js,    text/javascript",
        "/ops/assets/dialog.js,   text/javascript",
        "/ops/assets/actions.js,  text/javascript",
        "/ops/assets/format.js,   text/javascript",
        "/ops/assets/console.css, text/css",
        "/ops/assets/charts.js,   text/javascript",
        "/ops/assets/charts.css,  text/css"
    })
    void thePageNeedsNoTokenAndNothingFromOutside(String path, String type) throws Exception {
        HttpResponse<String> reply = worker.get(path);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type").orElse("")).startsWith(type);
        assertThat(reply.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'")
                .contains("script-src 'self';");
        if (!path.startsWith("/ops/assets/charts")) {
            assertThat(reply.body()).doesNotContain("http://").doesNotContain("https://");
        }
    }

    @Test
    void anUnknownAssetIsNotFound() throws Exception {
        assertThat(worker.get("/ops/assets/..%2Fapplication.yaml").statusCode()).isIn(400, 404);
        assertThat(worker.get("/ops/assets/nothing.js").statusCode()).isEqualTo(404);
    }

    @Test
    void theStreamAsksForATokenWithTheScopeOps() throws Exception {
        assertThat(worker.get("/ops/stream").statusCode()).isEqualTo(401);
        assertThat(worker.get("/ops/stream", "results").statusCode()).isEqualTo(403);
    }

    @Test
    void theStreamBeginsWithTheHistoryAndGoesOnWithASampleAndTheListsASecond() throws Exception {
        MarketId market = world.market("watched", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 1_00));
        world.execute(
                "INSERT INTO settlement_pause (scope, paused_by, reason) VALUES ('market:watched', 'sre', 'test')");
        worker.send("watched", resultJson("watched", 1, "H WON"));

        List<String> names = new ArrayList<>();
        JsonNode board = null;
        JsonNode sample = null;
        try (InputStream stream = open();
                Scanner lines = new Scanner(stream, StandardCharsets.UTF_8)) {
            while (names.size() < 12) {
                String line = lines.nextLine();
                if (line.startsWith("event:")) {
                    names.add(line.substring("event:".length()).strip());
                } else if (line.startsWith("data:")) {
                    JsonNode data = JsonMapper.shared().readTree(line.substring("data:".length()));
                    board = names.getLast().equals("board") ? data : board;
                    sample = names.getLast().equals("sample") ? data : sample;
                }
            }
        }

        assertThat(names.subList(0, 4)).containsExactly("history", "board", "sample", "board");
        assertThat(java.util.Objects.requireNonNull(sample)
                        .get("placementP99Millis")
                        .isNull())
                .isTrue();
        assertThat(sample.get("lockWaiters").doubleValue()).isZero();
        assertThat(sample.get("backlogAgeSeconds").doubleValue()).isPositive();
        JsonNode listed = java.util.Objects.requireNonNull(board).get("markets").get(0);
        assertThat(listed.get("marketId").stringValue()).isEqualTo("watched");
        assertThat(listed.get("paused").booleanValue()).isTrue();
        assertThat(board.get("pauses").get(0).get("by").stringValue()).isEqualTo("sre");
        assertThat(board.get("totals").get("markets").intValue()).isEqualTo(1);
        assertThat(board.get("totals").get("partitionDaysAhead").intValue()).isPositive();
    }

    @Test
    void whatIsDecidedIsShownWholeToThoseWhoMayLook() throws Exception {
        UUID conflict = UUID.fromString(world.texts("""
                INSERT INTO incident (kind, subject, owner, detail)
                VALUES ('RESULT_CONFLICT', 'shown@7', 'results-desk', '{"marketId": "shown", "version": 7, "type": "RESULT"}')
                RETURNING incident_id
                """).getFirst());
        UUID other = UUID.fromString(world.texts("""
                INSERT INTO incident (kind, subject, owner, detail)
                VALUES ('DRIFT', 'account/x', 'ledger-desk', '{"version": "none"}')
                RETURNING incident_id
                """).getFirst());
        UUID letter = UUID.fromString(world.texts("""
                INSERT INTO dead_letter (topic, record_partition, record_offset, record_value, reason_code, reason)
                VALUES ('market-results', 0, 900, '\\x7b22ff', 'NO_JSON', 'not JSON')
                RETURNING dead_letter_id
                """).getFirst());

        JsonNode shown = json("/ops/incidents/" + conflict);
        assertThat(shown.get("subject").stringValue()).isEqualTo("shown@7");
        assertThat(shown.get("settlements").intValue()).isZero();
        assertThat(shown.get("standing").isNull()).isTrue();
        assertThat(json("/ops/incidents/" + other).get("detail").get("version").stringValue())
                .isEqualTo("none");
        JsonNode record = json("/ops/dead-letters/" + letter);
        assertThat(record.get("record").stringValue()).isEqualTo("{\"\uFFFD");
        assertThat(record.get("recordBytes").intValue()).isEqualTo(3);

        assertThat(worker.get("/ops/incidents/" + letter, "ops").statusCode()).isEqualTo(404);
        assertThat(worker.get("/ops/dead-letters/none", "ops").statusCode()).isEqualTo(404);
        assertThat(worker.get("/ops/dead-letters/" + letter).statusCode()).isEqualTo(401);
        assertThat(worker.get("/ops/incidents/" + conflict, "results").statusCode())
                .isEqualTo(403);
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> reply = worker.get(path, "ops");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        return JsonMapper.shared().readTree(reply.body());
    }

    private InputStream open() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(worker.url("/ops/stream"))
                .header("Authorization", "Bearer " + worker.token("ops"))
                .timeout(Duration.ofSeconds(20))
                .build();
        HttpResponse<InputStream> reply = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        return reply.body();
    }
}
