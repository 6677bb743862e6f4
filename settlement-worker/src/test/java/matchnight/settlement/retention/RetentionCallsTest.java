package matchnight.settlement.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import matchnight.settlement.testing.PastDay;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Retention as people call it. */
@TestInstance(Lifecycle.PER_CLASS)
class RetentionCallsTest {

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.prepared(world)
            .with("matchnight.retention.days", 30)
            .with("matchnight.retention.quiet-from", "00:00")
            .with("matchnight.retention.quiet-until", "00:00");
    private PastDay free;
    private PastDay needed;

    @BeforeAll
    void start() throws Exception {
        world.market("m", "H");
        worker.start();
        free = PastDay.ago(world, 40);
        free.lostBets("free", 2, "m");
        needed = PastDay.ago(world, 35);
        needed.lostBets("needed", 2, "m");
        world.execute("DELETE FROM bet_settlement WHERE account_id = 'needed-1'");
    }

    @AfterAll
    void stop() {
        worker.close();
        world.close();
    }

    private static JsonNode json(HttpResponse<String> reply) {
        return JsonMapper.shared().readTree(reply.body());
    }

    private HttpResponse<String> post(String body) throws Exception {
        return worker.post("/admin/retention", body, "results");
    }

    @Test
    void aDryRunSaysWhatWouldGoAndWhatIsInTheWayAndARunRetiresTheOneDay() throws Exception {
        HttpResponse<String> preview = post("{\"dryRun\": true, \"reason\": \"disk\"}");
        assertThat(preview.statusCode()).isEqualTo(200);
        JsonNode days = json(preview).get("days");
        assertThat(days.get(0).toString())
                .isEqualTo("{\"day\":\"%s\",\"begun\":false,\"obstacles\":[]}".formatted(free.day()));
        assertThat(days.get(1).get("obstacles").get(0).get("code").stringValue())
                .isEqualTo("OPEN_BETS");
        assertThat(json(worker.get("/admin/retention", "ops")).get("days")).isEqualTo(days);
        assertThat(world.number("SELECT count(*) FROM retirement")).isZero();

        HttpResponse<String> refused = post("{\"day\": \"%s\", \"reason\": \"disk\"}".formatted(needed.day()));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).get("detail").stringValue()).contains("OPEN_BETS (1, first ");

        assertThat(post("{\"reason\": \"disk\"}").statusCode()).isEqualTo(202);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                world.texts(
                                        "SELECT day || ' ' || begun_by || ' ' || accounts_carried FROM retirement WHERE finished_at IS NOT NULL"))
                        .containsExactly(free.day() + " tester 2"));
        assertThat(world.texts("SELECT action || ' ' || actor || ' ' || reason FROM audit_log ORDER BY at"))
                .containsExactly("RETENTION_PREVIEWED tester disk", "RETENTION_BEGUN tester disk");
        assertThat(post("{\"day\": \"%s\", \"reason\": \"again\"}".formatted(free.day()))
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                             | 400 | /reason",
                "{\"reason\": \"r\", \"day\": \"31.12.2025\"}   | 400 | /day",
                "{\"reason\": \"r\", \"day\": \"2025-02-30\"}   | 400 | /day",
                "{\"reason\": \"r\", \"day\": \"2999-01-01\"}   | 400 | /day",
                "{\"reason\": \"r\", \"day\": \"+9999999-1\"}   | 400 | /day",
                "{\"reason\": \"r\", \"dryRun\": \"true\"}      | 400 | /dryRun",
                "{\"reason\": \"r\", \"days\": 3}               | 400 | /days",
            })
    void whatIsWrongIsNamed(String body, int status, String pointer) throws Exception {
        HttpResponse<String> reply = post(body);
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(json(reply).get("errors").get(0).get("pointer").stringValue())
                .isEqualTo(pointer);
    }

    @Test
    void headroomIsToldByTableAndAsHealth() throws Exception {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(json(worker.get("/actuator/health/upkeep"))
                                .at("/components/partitions/details/daysAhead/ledger_entry")
                                .intValue(0))
                        .isEqualTo(14));
        assertThat(worker.get("/actuator/prometheus").body())
                .contains(
                        "partition_headroom_days{table=\"bet\"} 14.0",
                        "retention_oldest_day_age_days ",
                        "retention_refused 0.0");
    }
}
