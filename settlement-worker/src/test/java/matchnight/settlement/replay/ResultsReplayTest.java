package matchnight.settlement.replay;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import matchnight.settlement.testing.World.PlacedLeg;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The topic is read again: what was lost is stored and settled, what was taken in before moves nothing. */
@TestInstance(Lifecycle.PER_CLASS)
class ResultsReplayTest {

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.started(world);
    private Instant start = Instant.now();

    @AfterAll
    void stop() throws Exception {
        worker.close();
        Invariants.hold(world);
        world.close();
    }

    /** Records of the tests before are older than this one's. */
    @BeforeEach
    void beginLater() throws Exception {
        Thread.sleep(5);
        start = Instant.now();
    }

    @Test
    void aLostEventIsFoundAsNewAndStoredAndSettledByTheRun() throws Exception {
        AccountId punter = punter("lost");
        UUID bet = bet(punter, market("lost"));
        lose("lost", resultJson("lost", 1, "H WON"));

        JsonNode preview = dryRun("");

        assertThat(counts(preview))
                .isEqualTo("1 records, 1 stored, 0 older, 0 duplicates, 0 conflicts, 0 dead, 1 markets");
        assertThat(preview.get("newEvents").get(0).get("marketId").stringValue())
                .isEqualTo("lost");
        assertThat(preview.get("bets").toString()).isEqualTo("{\"looked\":1,\"toSettle\":1,\"failing\":0}");
        assertThat(preview.get("totals").toString())
                .isEqualTo("[{\"currency\":\"GBP\",\"availableChange\":\"25.00\",\"reservedChange\":\"-10.00\"}]");
        assertThat(preview.get("accounts").get(0).get("accountId").stringValue())
                .isEqualTo("punter-lost");
        assertThat(dryRun("").get("previewHash")).isEqualTo(preview.get("previewHash"));
        assertThat(versions("lost")).isEmpty();
        assertThat(world.settlements(bet)).isEmpty();

        JsonNode run = json(replay(bound(preview)), 202);

        assertThat(run).isEqualTo(preview);
        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(versions("lost")).containsExactly("1");
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT lost@1");
        awaitApplied("lost");
        JsonNode after = dryRun("");
        assertThat(counts(after))
                .isEqualTo("1 records, 0 stored, 0 older, 1 duplicates, 0 conflicts, 0 dead, 1 markets");
        assertThat(after.get("bets").get("toSettle").longValue()).isZero();
        assertThat(world.texts(
                        "SELECT action FROM audit_log WHERE subject = 'results' AND reason = 'a test' AND at >= '"
                                + start + "' ORDER BY audit_id"))
                .containsExactly(
                        "RESULTS_REPLAY_PREVIEWED",
                        "RESULTS_REPLAY_PREVIEWED",
                        "RESULTS_REPLAY_BEGUN",
                        "RESULTS_REPLAYED",
                        "RESULTS_REPLAY_PREVIEWED");
    }

    @Test
    void aMultipleOnTwoMarketsThatBothLostTheirEventsCountsOnceAndIsSettledOnce() throws Exception {
        AccountId punter = punter("double");
        UUID bet = world.place(new Placed(
                punter,
                "GBP",
                10_00,
                Instant.now(),
                List.of(new PlacedLeg(market("left"), "H", "2.00"), new PlacedLeg(market("right"), "H", "3.00"))));
        lose(1, "right", resultJson("right", 1, "H WON"));
        lose(0, "left", resultJson("left", 1, "H WON"));

        JsonNode preview = dryRun("");
        JsonNode run = json(replay(""), 202);

        assertThat(preview.get("bets").toString()).isEqualTo("{\"looked\":1,\"toSettle\":1,\"failing\":0}");
        assertThat(preview.get("totals").get(0).get("availableChange").stringValue())
                .isEqualTo("60.00");
        assertThat(preview.get("newEvents").get(0).get("marketId").stringValue())
                .isEqualTo("left");
        assertThat(preview.get("newEvents").get(1).get("partition").longValue()).isEqualTo(1);
        assertThat(counts(run)).isEqualTo("2 records, 2 stored, 0 older, 0 duplicates, 0 conflicts, 0 dead, 2 markets");
        awaitBalances(punter, new Balances(60_00, 0));
        awaitApplied("left");
        awaitApplied("right");
        assertThat(world.settlements(bet)).hasSize(1);
    }

    @Test
    void aRunIsRefusedWithTheNewPreviewWhenAnEventCameAfterItsDryRun() throws Exception {
        AccountId punter = punter("moved");
        UUID bet = bet(punter, market("moved"));
        lose("moved", resultJson("moved", 1, "H WON"));
        JsonNode preview = dryRun("");
        worker.send("moved", resultJson("moved", 2, "H LOST"));
        awaitBalances(punter, new Balances(0, 0));
        awaitApplied("moved");

        JsonNode refused = json(replay(bound(preview)), 409);

        assertThat(refused.get("code").stringValue()).isEqualTo("WORLD_MOVED");
        JsonNode fresh = refused.get("preview");
        assertThat(counts(fresh))
                .isEqualTo("2 records, 0 stored, 1 older, 1 duplicates, 0 conflicts, 0 dead, 1 markets");
        assertThat(fresh.get("bets").get("toSettle").longValue()).isZero();
        assertThat(versions("moved")).containsExactly("2");

        json(replay(bound(fresh)), 202);

        awaitApplied("moved");
        assertThat(versions("moved")).containsExactly("1", "2");
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 0 RESULT moved@2");
    }

    @Test
    void everyKindOfRecordIsCountedAndParkedOnesAreParkedOnce() throws Exception {
        market("mixed");
        worker.send("mixed", resultJson("mixed", 1, "H WON"));
        worker.send("mixed", resultJson("mixed", 1, "H WON"));
        worker.send("mixed", resultJson("mixed", 1, "H LOST"));
        worker.send("mixed", "poison");
        worker.send("mixed", resultJson("mixed", 2, "X WON"));
        worker.send("wrong-key", resultJson("mixed", 3, "H WON"));
        worker.send("mixed", resultJson("mixed", 4, "H WON"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(versions("mixed")).containsExactly("1", "4"));
        long parked = world.number("SELECT count(*) FROM dead_letter");
        double copied = worker.metric("result_dead_letters_total{reason=\"NOT_JSON\"}");

        JsonNode all = dryRun("");
        JsonNode ofOne = dryRun(",\"marketIds\":[\"mixed\"]");
        JsonNode run = json(replay(""), 202);

        assertThat(counts(all)).isEqualTo("7 records, 0 stored, 0 older, 3 duplicates, 1 conflicts, 3 dead, 1 markets");
        assertThat(counts(ofOne))
                .isEqualTo("6 records, 0 stored, 0 older, 3 duplicates, 1 conflicts, 2 dead, 1 markets");
        assertThat(counts(run)).isEqualTo(counts(all));
        awaitApplied("mixed");
        assertThat(world.number("SELECT count(*) FROM dead_letter")).isEqualTo(parked);
        assertThat(worker.metric("result_dead_letters_total{reason=\"NOT_JSON\"}"))
                .isEqualTo(copied)
                .isEqualTo(1);
        assertThat(world.number("SELECT count(*) FROM incident WHERE subject = 'mixed@1'"))
                .isEqualTo(1);
    }

    @Test
    void aReplayEndsWhereItIsToldToAndKnowsOnlyTheMarketsThatItNames() throws Exception {
        market("named");
        market("other");
        worker.send("named", resultJson("named", 1, "H WON"));
        Thread.sleep(20);
        Instant between = Instant.now();
        Thread.sleep(20);
        worker.send("named", resultJson("named", 2, "H LOST"));
        worker.send("other", resultJson("other", 1, "H LOST"));
        awaitApplied("other");
        awaitApplied("named");

        JsonNode first = dryRun(",\"to\":\"" + between + "\"");
        JsonNode named = dryRun(",\"marketIds\":[\"named\",\"named\"]");

        assertThat(first.get("records").longValue()).isEqualTo(1);
        assertThat(first.get("to").stringValue()).isNotEmpty();
        assertThat(named.get("records").longValue()).isEqualTo(2);
        assertThat(named.get("markets").longValue()).isEqualTo(1);
        json(replay(",\"marketIds\":[\"named\"]"), 202);
        awaitApplied("named");
        assertThat(world.texts(
                        "SELECT revision FROM settlement_job WHERE market_id IN ('named', 'other') ORDER BY market_id"))
                .containsExactly("3", "1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"reason\":\"x\"                                                       | /from",
                "\"from\":\"2026-01-01T00:00:00Z\"                                      | /reason",
                "\"from\":\"2026-01-01\",\"reason\":\"x\"                               | /from",
                "\"from\":1767225600,\"reason\":\"x\"                                   | /from",
                "\"from\":\"9999-01-01T00:00:00Z\",\"reason\":\"x\"                     | /from",
                "\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"9999-01-01T00:00:00Z\",\"reason\":\"x\" | /to",
                "\"from\":\"2026-01-02T00:00:00Z\",\"to\":\"2026-01-01T00:00:00Z\",\"reason\":\"x\" | /to",
                "\"from\":\"2026-01-01T00:00:00Z\",\"marketIds\":[],\"reason\":\"x\"    | /marketIds",
                "\"from\":\"2026-01-01T00:00:00Z\",\"marketIds\":\"m\",\"reason\":\"x\" | /marketIds",
                "\"from\":\"2026-01-01T00:00:00Z\",\"marketIds\":[\"m\",\"\"],\"reason\":\"x\" | /marketIds/1",
                "\"from\":\"2026-01-01T00:00:00Z\",\"marketIds\":[7],\"reason\":\"x\"   | /marketIds/0",
                "\"from\":\"2026-01-01T00:00:00Z\",\"marketIds\":[\"nowhere\"],\"reason\":\"x\" | /marketIds",
                "\"from\":\"2026-01-01T00:00:00Z\",\"previewHash\":\"x\",\"reason\":\"x\" | /previewHash",
                "\"from\":\"2026-01-01T00:00:00Z\",\"until\":\"x\",\"reason\":\"x\"     | /until",
            })
    void whatIsWrongIsRefusedAtItsPlace(String members, String pointer) throws Exception {
        JsonNode problem = json(worker.post("/admin/replays", "{" + members + "}", "results"), 400);

        assertThat(problem.get("errors").get(0).get("pointer").stringValue()).isEqualTo(pointer);
    }

    @Test
    void aTimeBeforeAllRecordsReadsTheWholeTopic() throws Exception {
        JsonNode reply = json(
                worker.post(
                        "/admin/replays?dryRun=true",
                        "{\"from\":\"1900-01-01T00:00:00Z\",\"reason\":\"a test\"}",
                        "results"),
                200);

        assertThat(reply.get("records").isIntegralNumber()).isTrue();
    }

    /** The event is in the topic and its offset committed, and the database has forgotten it before it was applied. */
    private void lose(String market, String event) throws Exception {
        lose(0, market, event);
    }

    private void lose(int partition, String market, String event) throws Exception {
        worker.post("/admin/settlement/pause", "{\"marketId\":\"" + market + "\",\"reason\":\"a test\"}", "results");
        worker.send(partition, market.getBytes(StandardCharsets.UTF_8), event.getBytes(StandardCharsets.UTF_8));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(versions(market)).hasSize(1));
        world.execute("DELETE FROM result_event WHERE market_id = '" + market + "'");
        worker.post("/admin/settlement/resume", "{\"marketId\":\"" + market + "\",\"reason\":\"a test\"}", "results");
        awaitApplied(market);
    }

    private MarketId market(String id) throws Exception {
        return world.market(id, "H", "A");
    }

    private AccountId punter(String name) throws Exception {
        return world.account("punter-" + name, "GBP", 10_00);
    }

    private UUID bet(AccountId punter, MarketId market) throws Exception {
        return world.place(Placed.single(punter, market, "H", "2.50", 10_00));
    }

    private List<String> versions(String market) throws Exception {
        return world.texts("SELECT version FROM result_event WHERE market_id = '" + market + "' ORDER BY version");
    }

    private void awaitBalances(AccountId account, Balances balances) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(world.balances(account)).isEqualTo(balances));
    }

    private void awaitApplied(String market) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(world.texts("SELECT market_id FROM settlement_job WHERE market_id = '"
                                + market + "' AND unapplied_since IS NULL"))
                        .containsExactly(market));
    }

    private static String counts(JsonNode reply) {
        return "%s records, %s stored, %s older, %s duplicates, %s conflicts, %s dead, %s markets"
                .formatted(
                        reply.get("records"),
                        reply.get("stored"),
                        reply.get("older"),
                        reply.get("duplicates"),
                        reply.get("conflicts"),
                        reply.get("deadLetters"),
                        reply.get("markets"));
    }

    private static String bound(JsonNode preview) {
        return ",\"previewHash\":" + preview.get("previewHash");
    }

    private JsonNode dryRun(String members) throws Exception {
        return json(worker.post("/admin/replays?dryRun=true", body(members), "results"), 200);
    }

    private HttpResponse<String> replay(String members) throws Exception {
        return worker.post("/admin/replays", body(members), "results");
    }

    private String body(String members) {
        return "{\"from\":\"" + start + "\",\"reason\":\"a test\"" + members + "}";
    }

    private static JsonNode json(HttpResponse<String> reply, int status) {
        assertThat(reply.statusCode()).describedAs(reply.body()).isEqualTo(status);
        return JsonMapper.shared().readTree(reply.body());
    }
}
