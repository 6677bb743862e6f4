package matchnight.settlement.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import matchnight.settlement.testing.PastDay;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reconciliation as people call it, and as the schedule runs it, on a database that has lost a day to retention. */
@TestInstance(Lifecycle.PER_CLASS)
class ReconciliationCallsTest {

    private static final String PATH = "/admin/reconciliations";

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.prepared(world);

    @BeforeAll
    void start() throws Exception {
        world.market("m", "H");
        PastDay past = PastDay.ago(world, 40);
        past.lostBets("punter", 3, "m");
        world.account("ann", "GBP", 1_000);
        world.execute("UPDATE bet_leg SET liability = 750");
        world.execute("INSERT INTO market_exposure VALUES ('m', 'H', 0, 2250, 50000)");
        world.execute("UPDATE market SET created_at = now() - interval '41 days'");
        String topic = worker.topic() + ".events";
        SharedServers.kafka().createTopics(List.of(topic), 2);
        worker.with("matchnight.reconciliation.event-topic", topic)
                .with("matchnight.reconciliation.poll", "200ms")
                .with("matchnight.reconciliation.interval", "1h")
                .start();
        assertThat(worker.post(
                                "/admin/retention",
                                "{\"day\": \"%s\", \"reason\": \"disk\"}".formatted(past.day()),
                                "results")
                        .statusCode())
                .isEqualTo(202);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> world.number("SELECT count(*) FROM retirement WHERE finished_at IS NOT NULL") == 1);
    }

    @AfterAll
    void stop() {
        worker.close();
        world.close();
    }

    private static JsonNode json(HttpResponse<String> reply) {
        return JsonMapper.shared().readTree(reply.body());
    }

    private JsonNode runToItsEnd(String body) throws Exception {
        HttpResponse<String> reply = worker.post(PATH, body, "results");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
        String runId = json(reply).get("runId").stringValue();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> json(worker.get(PATH + "/" + runId, "ops"))
                        .get("state")
                        .stringValue()
                        .equals("FINISHED"));
        return json(worker.get(PATH + "/" + runId, "ops"));
    }

    @Test
    void aRunByHandSeesTheRetiredDayAsSoundAndNamesWhatIsNotUntilAPersonClosesIt() throws Exception {
        JsonNode sound = runToItsEnd("{\"reason\": \"after the night\"}");
        assertThat(sound.get("mode").stringValue()).isEqualTo("FULL");
        assertThat(sound.get("requestedBy").stringValue()).isEqualTo("tester");
        assertThat(sound.get("accounts").longValue()).isEqualTo(4);
        assertThat(sound.get("drifts").longValue()).as(sound.toString()).isZero();
        assertThat(world.texts("SELECT action || ' ' || reason FROM audit_log WHERE action LIKE 'RECON%'"))
                .containsExactly("RECONCILIATION_REQUESTED after the night");

        // Below what is carried forward, and below what the remaining bets of a market are liable for.
        world.execute("UPDATE account SET available = available - 1 WHERE account_id = 'punter-2'");
        JsonNode tampered = runToItsEnd("{\"mode\": \"INCREMENTAL\"}");
        assertThat(tampered.get("drifts").longValue()).isEqualTo(1);
        JsonNode incident =
                json(worker.get("/admin/incidents", "ops")).get("items").get(0);
        assertThat(incident.get("kind").stringValue()).isEqualTo("LEDGER_DRIFT");
        assertThat(incident.get("subject").stringValue()).isEqualTo("account/punter-2");
        assertThat(incident.at("/detail/firstDivergence/kind").stringValue()).isEqualTo("CARRIED_FORWARD");
        await().atMost(Duration.ofSeconds(20)).until(() -> worker.metric("ledger_drift_accounts") == 1);
        assertThat(worker.metric("reconciliation_open_incidents{kind=\"LEDGER_DRIFT\"}"))
                .isEqualTo(1);
        assertThat(worker.metric("reconciliation_last_run_age_seconds{mode=\"FULL\"}"))
                .isPositive();

        String resolve = "/admin/incidents/" + incident.get("incidentId").stringValue() + "/resolve";
        assertThat(worker.post(resolve, "{\"decision\": \"CLOSE\"}", "results").statusCode())
                .isEqualTo(400);
        assertThat(worker.post(resolve, "{\"decision\": \"CLOSE\", \"reason\": \"looked into\"}", "results")
                        .statusCode())
                .isEqualTo(200);
        // Nothing was mended: it is told again.
        assertThat(runToItsEnd("").get("drifts").longValue()).isEqualTo(1);
        assertThat(world.number("SELECT count(*) FROM incident WHERE subject = 'account/punter-2'"))
                .isEqualTo(2);
        JsonNode listed = json(worker.get(PATH + "?limit=2", "ops"));
        assertThat(listed.get("items").size()).isEqualTo(2);
        JsonNode rest = json(worker.get(
                PATH + "?limit=200&cursor=" + listed.get("nextCursor").stringValue(), "ops"));
        assertThat(rest.get("items").size()).isPositive();
        assertThat(rest.get("nextCursor").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mode\": \"ALL\"}                | /mode",
                "{\"mode\": 1}                      | /mode",
                "{\"reason\": \"\"}                 | /reason",
                "{\"reason\": 7}                    | /reason",
                "{\"accounts\": [\"a\"]}            | /accounts",
            })
    void whatIsWrongIsNamed(String body, String pointer) throws Exception {
        HttpResponse<String> reply = worker.post(PATH, body, "results");
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(json(reply).get("errors").get(0).get("pointer").stringValue())
                .isEqualTo(pointer);
    }

    @Test
    void whoMayNotAndWhatIsNotThereIsRefused() throws Exception {
        assertThat(worker.post(PATH, "{}", "ops").statusCode()).isEqualTo(403);
        assertThat(worker.post(PATH, "{}").statusCode()).isEqualTo(401);
        assertThat(worker.post(PATH, "[]", "results").statusCode()).isEqualTo(400);
        assertThat(worker.get(PATH, "results").statusCode()).isEqualTo(403);
        assertThat(worker.get(PATH + "/x", "ops").statusCode()).isEqualTo(404);
        assertThat(worker.get(PATH + "/0198c0de-0000-7000-8000-000000000001", "ops")
                        .statusCode())
                .isEqualTo(404);
        assertThat(worker.get(PATH + "?limit=0", "ops").statusCode()).isEqualTo(400);
        assertThat(worker.get(PATH + "?cursor=x", "ops").statusCode()).isEqualTo(400);
    }
}
