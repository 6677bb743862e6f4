package matchnight.settlement.incident;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two events of one version contradict each other: nothing is settled by the second before a person has decided. */
@TestInstance(Lifecycle.PER_CLASS)
class DecidedByPersonTest {

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.started(world);

    @AfterAll
    void stop() throws Exception {
        worker.close();
        Invariants.hold(world);
        world.close();
    }

    private record Dispute(MarketId market, AccountId punter, UUID bet, UUID incident) {}

    /** H won, and is paid; then the same version says that H lost. */
    private Dispute dispute(String name) throws Exception {
        MarketId market = world.market(name, "H", "A");
        AccountId punter = world.account(name + "-punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        worker.send(name, resultJson(name, 3, "H WON", "A LOST"));
        awaitBalances(punter, new Balances(25_00, 0));
        worker.send(name, resultJson(name, 3, "H LOST", "A WON"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(incidentIds(name)).hasSize(1));
        return new Dispute(market, punter, bet, incidentIds(name).getFirst());
    }

    private java.util.List<UUID> incidentIds(String name) throws Exception {
        return world
                .texts("SELECT incident_id FROM incident WHERE subject = '" + name + "@3' AND resolved_at IS NULL")
                .stream()
                .map(UUID::fromString)
                .toList();
    }

    @Test
    void untilSomebodyDecidesTheSecondContentSettlesNothing() throws Exception {
        Dispute dispute = dispute("undecided");
        worker.send("undecided", resultJson("undecided", 3, "H LOST", "A WON"));
        worker.send("undecided", resultJson("undecided", 3, "H WON", "A LOST"));
        worker.send("undecided", resultJson("undecided", 2, "H LOST"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(
                                world.number("SELECT count(*) FROM result_event WHERE market_id = 'undecided'"))
                        .isEqualTo(2));

        assertThat(world.settlements(dispute.bet())).containsExactly("1 SETTLED 2500 RESULT undecided@3");
        assertThat(world.number("SELECT revision FROM settlement_job WHERE market_id = 'undecided'"))
                .isEqualTo(1);
        assertThat(incidentIds("undecided")).containsExactly(dispute.incident());
    }

    @Test
    void whatIsKeptStands() throws Exception {
        Dispute dispute = dispute("kept");

        JsonNode resolved = resolve(dispute, "{\"decision\":\"KEEP_STORED\",\"reason\":\"the referee's sheet\"}", 200);

        assertThat(resolved.get("decision").stringValue()).isEqualTo("KEEP_STORED");
        assertThat(resolved.get("resolvedBy").stringValue()).isEqualTo("tester");
        assertThat(world.texts(
                        "SELECT resolved_by || ' ' || decision || ' ' || reason FROM incident WHERE incident_id = '"
                                + dispute.incident() + "' AND resolved_at IS NOT NULL"))
                .containsExactly("tester KEEP_STORED the referee's sheet");
        worker.send("kept", resultJson("kept", 3, "H LOST", "A WON"));
        worker.send("kept", resultJson("kept", 4, "A LOST", "H WON"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(
                                world.number("SELECT applied_revision FROM settlement_job WHERE market_id = 'kept'"))
                        .isEqualTo(2));
        assertThat(world.settlements(dispute.bet())).containsExactly("1 SETTLED 2500 RESULT kept@3");
        assertThat(incidentIds("kept")).isEmpty();
        assertThat(world.balances(dispute.punter())).isEqualTo(new Balances(25_00, 0));
        resolve(dispute, "{\"decision\":\"TAKE_OTHER\",\"reason\":\"second thoughts\"}", 409);
    }

    @Test
    void whatIsTakenCountsFromThenOn() throws Exception {
        Dispute dispute = dispute("taken");
        long marketVersion = world.number("SELECT version FROM market WHERE market_id = 'taken'");

        JsonNode resolved = resolve(dispute, "{\"decision\":\"TAKE_OTHER\",\"reason\":\"the referee's sheet\"}", 200);

        awaitBalances(dispute.punter(), new Balances(0, 0));
        assertThat(world.settlements(dispute.bet()))
                .containsExactly("1 SETTLED 2500 RESULT taken@3", "2 SETTLED 0 RESULT taken@3");
        assertThat(world.number("SELECT version FROM market WHERE market_id = 'taken'"))
                .isEqualTo(marketVersion + 1);
        assertThat(world.texts("SELECT override_number || ' ' || decided_by || ' ' || encode(content_hash, 'hex')"
                        + " FROM result_override WHERE market_id = 'taken'"))
                .containsExactly("1 tester " + resolved.get("contentHash").stringValue());
        JsonNode logged = JsonMapper.shared()
                .readTree(worker.get("/admin/audit?subject=incident/" + dispute.incident(), "ops")
                        .body())
                .get("items");
        assertThat(logged).hasSize(1);
        assertThat(logged.get(0).get("actor").stringValue()).isEqualTo("tester");
        assertThat(logged.get(0).get("action").stringValue()).isEqualTo("INCIDENT_RESOLVED");
        assertThat(logged.get(0).get("reason").stringValue()).isEqualTo("the referee's sheet");
        assertThat(logged.get(0).get("detail").get("decision").stringValue()).isEqualTo("TAKE_OTHER");

        double duplicates = worker.metric("result_events_total{outcome=\"duplicate\"}");
        worker.send("taken", resultJson("taken", 3, "H WON", "A LOST"));
        worker.send("taken", resultJson("taken", 3, "A WON", "H LOST"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(worker.metric("result_events_total{outcome=\"duplicate\"}"))
                        .isEqualTo(duplicates + 2));
        worker.send("taken", resultJson("taken", 3, "H VOID", "A VOID"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(incidentIds("taken")).hasSize(1));
        assertThat(world.settlements(dispute.bet())).hasSize(2);
    }

    @Test
    void ofSeveralContentsOneIsChosenByItsHash() throws Exception {
        Dispute dispute = dispute("several");
        worker.send("several", resultJson("several", 3, "H VOID", "A VOID"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(world.number("SELECT jsonb_array_length(detail -> 'others')"
                                + " FROM incident WHERE subject = 'several@3' AND jsonb_exists(detail, 'others')"
                                + " UNION ALL SELECT 0 LIMIT 1"))
                        .isEqualTo(1));
        String hash =
                world.text("SELECT detail #>> '{others,0,contentHash}' FROM incident WHERE subject = 'several@3'");

        JsonNode refused = resolve(dispute, "{\"decision\":\"TAKE_OTHER\",\"reason\":\"r\"}", 400);
        assertThat(refused.get("errors").get(0).get("pointer").stringValue()).isEqualTo("/contentHash");
        resolve(
                dispute,
                "{\"decision\":\"TAKE_OTHER\",\"reason\":\"r\",\"contentHash\":\"" + "0".repeat(64) + "\"}",
                400);
        resolve(dispute, "{\"decision\":\"TAKE_OTHER\",\"reason\":\"r\",\"contentHash\":\"" + hash + "\"}", 200);

        awaitBalances(dispute.punter(), new Balances(10_00, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"decision\":\"CLOSE\"}                                  | 400 | /reason",
                "{\"reason\":\"r\"}                                             | 400 | /decision",
                "{\"reason\":\"r\",\"decision\":\"MAYBE\"}                      | 400 | /decision",
                "{\"reason\":\"r\",\"decision\":7}                              | 400 | /decision",
                "{\"reason\":\"r\",\"decision\":\"KEEP_STORED\"}                | 400 | /decision",
                "{\"reason\":\"r\",\"decision\":\"CLOSE\",\"contentHash\":\"x\"} | 400 | /contentHash",
                "{\"reason\":\"r\",\"decision\":\"CLOSE\",\"more\":1}           | 400 | /more",
                "{\"reason\":\"\",\"decision\":\"CLOSE\"}                       | 400 | /reason",
                "[]                                                             | 400 | ``",
                "{\"reason\":\"r\",\"decision\":\"CLOSE\"}                      | 200 |",
            })
    void whatIsNoResultIsClosedAndOnlyThat(String body, int status, String pointer) throws Exception {
        UUID incident = UUID.randomUUID();
        world.execute("INSERT INTO incident (incident_id, kind, subject, owner, detail)"
                + " VALUES ('%1$s', 'BET_NOT_SETTLED', '%1$s', 'desk-1', '{}')".formatted(incident));

        JsonNode answer = resolve(incident.toString(), body, status);

        if (pointer != null) {
            assertThat(answer.get("errors")).hasSize(1);
            assertThat(answer.get("errors").get(0).get("pointer").stringValue()).isEqualTo(pointer);
        }
        assertThat(world.number("SELECT count(resolved_at) FROM incident WHERE incident_id = '" + incident + "'"))
                .isEqualTo(status == 200 ? 1 : 0);
    }

    @Test
    void whatIsNoIncidentIsNotFoundAndWhoMayNotDecideIsRefused() throws Exception {
        String body = "{\"reason\":\"r\",\"decision\":\"CLOSE\"}";
        resolve(UUID.randomUUID().toString(), body, 404);
        resolve("7", body, 404);
        assertThat(worker.post("/admin/incidents/" + UUID.randomUUID() + "/resolve", body, "ops")
                        .statusCode())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "detail - 'outcomes'",
                "detail - 'contentHash'",
                "jsonb_set(detail, '{outcomes,0,result}', '\"VOID\"')",
                "jsonb_set(detail, '{occurredAt}', '\"yesterday\"')",
                "detail - 'version'",
            })
    void whatAnIncidentDoesNotKeepWholeIsNotTaken(String spoilt) throws Exception {
        Dispute dispute = dispute("spoilt-" + Integer.toHexString(spoilt.hashCode()));
        world.execute("UPDATE incident SET detail = " + spoilt + " WHERE incident_id = '" + dispute.incident() + "'");

        JsonNode problem = resolve(dispute, "{\"decision\":\"TAKE_OTHER\",\"reason\":\"r\"}", 409);

        assertThat(problem.get("detail").stringValue()).contains("cannot be applied", "higher version");
        assertThat(world.balances(dispute.punter())).isEqualTo(new Balances(25_00, 0));
        assertThat(world.number(
                        "SELECT count(*) FROM result_override WHERE incident_id = '" + dispute.incident() + "'"))
                .isZero();
        resolve(dispute, "{\"decision\":\"KEEP_STORED\",\"reason\":\"r\"}", 200);
    }

    @Test
    void aContentThatNamesAnUnknownSelectionIsTakenOnceTheMarketHasIt() throws Exception {
        Dispute dispute = dispute("unknown");
        world.execute("UPDATE incident SET resolved_at = now(), resolved_by = 'p', reason = 'r' WHERE incident_id = '"
                + dispute.incident() + "'");
        worker.send("unknown", resultJson("unknown", 3, "H LOST", "X WON"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(incidentIds("unknown")).hasSize(1));
        String incident = incidentIds("unknown").getFirst().toString();
        String body = "{\"decision\":\"TAKE_OTHER\",\"reason\":\"r\"}";

        assertThat(resolve(incident, body, 409).get("detail").stringValue())
                .isEqualTo("Market unknown has no selection X");

        world.execute("INSERT INTO selection (market_id, selection_id, ordinal, name, price, status)"
                + " VALUES ('unknown', 'X', 9, 'X', '2.50', 'OPEN')");
        resolve(incident, body, 200);
        awaitBalances(dispute.punter(), new Balances(0, 0));
        assertThat(world.number("SELECT shut_by_result_version FROM selection WHERE market_id = 'unknown'"
                        + " AND selection_id = 'X'"))
                .isEqualTo(3);
    }

    /** Betting was opened again on the strength of a rollback that never was one. */
    @Test
    void whatAnOverriddenRollbackHadUndoneShutsBettingAgain() throws Exception {
        MarketId market = world.market("reopened", "H", "A");
        AccountId punter = world.account("reopened-punter", "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        worker.send("reopened", resultJson("reopened", 2, "H WON"));
        awaitBalances(punter, new Balances(25_00, 0));
        String rollback = "{\"eventId\":\"r\",\"type\":\"ROLLBACK\",\"marketId\":\"reopened\",\"version\":3,"
                + "\"occurredAt\":\"2026-01-01T21:00:00Z\"}";
        worker.send("reopened", rollback);
        awaitBalances(punter, new Balances(0, 10_00));
        world.execute("UPDATE selection SET shut_by_result_version = NULL WHERE market_id = 'reopened'");
        worker.send("reopened", rollback.replace("ROLLBACK", "ROLLBACK_CANCEL"));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(incidentIds("reopened")).hasSize(1));

        resolve(incidentIds("reopened").getFirst().toString(), "{\"decision\":\"TAKE_OTHER\",\"reason\":\"r\"}", 200);

        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(world.texts("SELECT selection_id || ' ' || coalesce(shut_by_result_version::text, 'open')"
                        + " FROM selection WHERE market_id = 'reopened' ORDER BY 1"))
                .containsExactly("A open", "H 2");
    }

    private JsonNode resolve(Dispute dispute, String body, int status) throws Exception {
        return resolve(dispute.incident().toString(), body, status);
    }

    private JsonNode resolve(String incident, String body, int status) throws Exception {
        HttpResponse<String> reply = worker.post("/admin/incidents/" + incident + "/resolve", body, "results");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        return JsonMapper.shared().readTree(reply.body());
    }

    private void awaitBalances(AccountId account, Balances balances) {
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(world.balances(account)).isEqualTo(balances));
    }
}
