package matchnight.settlement.replay;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A market's state is applied again: what is missing is made good, what stands is left alone, and nobody is surprised. */
@TestInstance(Lifecycle.PER_CLASS)
class MarketReplayTest {

    private static final String NO_HASH = "0".repeat(64);

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.started(world);

    @AfterAll
    void stop() throws Exception {
        worker.close();
        Invariants.hold(world);
        world.close();
    }

    @Test
    void aSettledMarketMovesNothingHoweverOftenItIsReplayed() throws Exception {
        AccountId punter = punter("settled");
        UUID won = bet(punter, market("settled"), "H");
        worker.send("settled", resultJson("settled", 1, "H WON"));
        awaitBalances(punter, new Balances(25_00, 0));
        awaitApplied("settled", 1);

        JsonNode preview = dryRun("settled");
        JsonNode bound = json(replay("settled", preview.get("previewHash").stringValue()), 202);
        awaitApplied("settled", 2);
        JsonNode unbound = json(replay("settled", null), 202);
        awaitApplied("settled", 3);

        assertThat(preview.get("version").longValue()).isEqualTo(1);
        assertThat(preview.get("bets").toString()).isEqualTo("{\"looked\":1,\"toSettle\":0,\"failing\":0}");
        assertThat(preview.get("totals")).isEmpty();
        assertThat(preview.get("accounts")).isEmpty();
        assertThat(bound).isEqualTo(preview);
        assertThat(unbound.toString()).isEqualTo("{\"marketId\":\"settled\",\"version\":1,\"revision\":2}");
        assertThat(world.settlements(won)).containsExactly("1 SETTLED 2500 RESULT settled@1");
        assertThat(world.balances(punter)).isEqualTo(new Balances(25_00, 0));
        assertThat(actions("settled"))
                .containsExactly(
                        "tester MARKET_REPLAY_PREVIEWED a test",
                        "tester MARKET_REPLAYED a test",
                        "tester MARKET_REPLAYED a test");
    }

    @Test
    void aBetWhoseSettlementIsMissingIsFoundByTheDryRunAndHealedByTheRun() throws Exception {
        MarketId market = market("torn");
        AccountId whole = punter("whole");
        AccountId torn = punter("torn");
        bet(whole, market, "H");
        UUID lost = bet(torn, market, "H");
        worker.send("torn", resultJson("torn", 1, "H WON"));
        awaitBalances(torn, new Balances(25_00, 0));
        awaitBalances(whole, new Balances(25_00, 0));
        awaitApplied("torn", 1);
        forgetSettlement(lost, torn);

        JsonNode preview = dryRun("torn");

        assertThat(preview.get("bets").toString()).isEqualTo("{\"looked\":2,\"toSettle\":1,\"failing\":0}");
        assertThat(preview.get("totals").toString())
                .isEqualTo("[{\"currency\":\"GBP\",\"availableChange\":\"25.00\",\"reservedChange\":\"-10.00\"}]");
        assertThat(preview.get("accounts").toString())
                .isEqualTo("[{\"accountId\":\"punter-torn\",\"currency\":\"GBP\",\"bets\":1,"
                        + "\"availableChange\":\"25.00\",\"reservedChange\":\"-10.00\"}]");
        assertThat(preview.get("accountsOmitted").longValue()).isZero();
        assertThat(world.balances(torn)).isEqualTo(new Balances(0, 10_00));
        assertThat(dryRun("torn")).isEqualTo(preview);

        json(replay("torn", preview.get("previewHash").stringValue()), 202);

        awaitBalances(torn, new Balances(25_00, 0));
        awaitApplied("torn", 2);
        assertThat(world.settlements(lost)).containsExactly("1 SETTLED 2500 RESULT torn@1");
        assertThat(world.balances(whole)).isEqualTo(new Balances(25_00, 0));
    }

    @Test
    void aRunIsRefusedWithTheNewPreviewWhenAResultCameAfterItsDryRun() throws Exception {
        AccountId punter = punter("moved");
        UUID bet = bet(punter, market("moved"), "H");
        worker.post("/admin/settlement/pause", "{\"marketId\":\"moved\",\"reason\":\"a test\"}", "results");
        worker.send("moved", resultJson("moved", 1, "H WON"));
        awaitStored("moved", 1);
        JsonNode preview = dryRun("moved");
        worker.send("moved", resultJson("moved", 2, "H LOST"));
        awaitStored("moved", 2);

        JsonNode refused = json(replay("moved", preview.get("previewHash").stringValue()), 409);

        assertThat(refused.get("code").stringValue()).isEqualTo("WORLD_MOVED");
        assertThat(refused.get("retry").stringValue()).isEqualTo("never");
        JsonNode fresh = refused.get("preview");
        assertThat(fresh.get("version").longValue()).isEqualTo(2);
        assertThat(fresh.get("totals").toString())
                .isEqualTo("[{\"currency\":\"GBP\",\"availableChange\":\"0.00\",\"reservedChange\":\"-10.00\"}]");
        assertThat(fresh.get("previewHash")).isNotEqualTo(preview.get("previewHash"));
        assertThat(world.number("SELECT revision FROM settlement_job WHERE market_id = 'moved'"))
                .isEqualTo(2);
        assertThat(actions("moved")).contains("tester MARKET_REPLAY_REFUSED a test");

        json(replay("moved", fresh.get("previewHash").stringValue()), 202);
        worker.post("/admin/settlement/resume", "{\"marketId\":\"moved\",\"reason\":\"a test\"}", "results");
        awaitBalances(punter, new Balances(0, 0));
        awaitApplied("moved", 3);
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 0 RESULT moved@2");
    }

    @Test
    void aRunIsRefusedWhenWhatItWouldMoveHasMovedMeanwhile() throws Exception {
        AccountId punter = punter("late");
        bet(punter, market("late"), "H");
        worker.post("/admin/settlement/pause", "{\"marketId\":\"late\",\"reason\":\"a test\"}", "results");
        worker.send("late", resultJson("late", 1, "H WON"));
        awaitStored("late", 1);
        JsonNode preview = dryRun("late");
        worker.post("/admin/settlement/resume", "{\"marketId\":\"late\",\"reason\":\"a test\"}", "results");
        awaitBalances(punter, new Balances(25_00, 0));

        JsonNode refused = json(replay("late", preview.get("previewHash").stringValue()), 409);

        assertThat(preview.get("bets").get("toSettle").longValue()).isEqualTo(1);
        assertThat(refused.get("preview").get("bets").get("toSettle").longValue())
                .isZero();
        assertThat(world.balances(punter)).isEqualTo(new Balances(25_00, 0));
    }

    @Test
    void aBetThatFailedIsTriedAgain() throws Exception {
        MarketId market = market("broken");
        AccountId rich = world.account("rich", "GBP", 1_000_000_000_000_000L);
        UUID bet = world.place(Placed.single(rich, market, "H", "100000", 1_000_000_000_000_000L));
        worker.send("broken", resultJson("broken", 1, "H WON"));
        awaitApplied("broken", 1);
        assertThat(world.texts("SELECT reason FROM settlement_skipped WHERE market_id = 'broken'"))
                .containsExactly("FAILED");
        assertThat(dryRun("broken").get("bets").toString()).isEqualTo("{\"looked\":1,\"toSettle\":0,\"failing\":1}");

        world.execute("UPDATE bet_leg SET price = '2.00' WHERE market_id = 'broken'");
        JsonNode preview = dryRun("broken");
        json(replay("broken", preview.get("previewHash").stringValue()), 202);

        awaitBalances(rich, new Balances(2_000_000_000_000_000L, 0));
        awaitApplied("broken", 2);
        assertThat(preview.get("bets").toString()).isEqualTo("{\"looked\":1,\"toSettle\":1,\"failing\":0}");
        assertThat(world.settlements(bet)).hasSize(1);
        assertThat(world.number("SELECT count(*) FROM settlement_skipped WHERE market_id = 'broken'"))
                .isZero();
    }

    @Test
    void aMarketWithoutAResultHasNothingToApplyAndAnUnknownOneIsNotFound() throws Exception {
        market("fresh");

        JsonNode conflict = json(replay("fresh", null), 409);

        assertThat(conflict.get("code").stringValue()).isEqualTo("CONFLICT");
        assertThat(conflict.get("detail").stringValue()).contains("no result yet");
        assertThat(json(post("fresh", "?dryRun=true", "{\"reason\":\"x\"}"), 409)
                        .get("code")
                        .stringValue())
                .isEqualTo("CONFLICT");
        assertThat(json(replay("nowhere", NO_HASH), 404).get("code").stringValue())
                .isEqualTo("NOT_FOUND");
        assertThat(replay("no%20id", null).statusCode()).isEqualTo(404);
        assertThat(world.number("SELECT count(*) FROM settlement_job WHERE market_id = 'fresh'"))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                      | /reason",
                "{\"reason\":\"x\",\"previewHash\":\"\"}    | /previewHash",
                "{\"reason\":\"x\",\"previewHash\":\"12ab\"}  | /previewHash",
                "{\"reason\":\"x\",\"previewHash\":true} | /previewHash",
                "{\"reason\":\"x\",\"dryRun\":true}      | /dryRun",
                "null                                    | ''",
            })
    void whatIsWrongIsRefusedAtItsPlace(String body, String pointer) throws Exception {
        JsonNode problem = json(post("any", "", body), 400);

        assertThat(problem.get("errors").get(0).get("pointer").stringValue()).isEqualTo(pointer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?dryRun=", "?dryRun", "?dryRun=1", "?dryRun=True", "?dryRun=true&dryRun=false"})
    void whatIsNotClearlyADryRunIsNeverARun(String query) throws Exception {
        JsonNode problem = json(post("any", query, "{\"reason\":\"x\"}"), 400);

        assertThat(problem.get("errors").get(0).get("pointer").stringValue()).isEqualTo("?dryRun");
    }

    @Test
    void onlyWhoeverMayActMayReplay() throws Exception {
        assertThat(worker.post("/admin/markets/m/replay?dryRun=true", "{\"reason\":\"x\"}", "ops")
                        .statusCode())
                .isEqualTo(403);
        assertThat(worker.post("/admin/replays?dryRun=true", "{\"reason\":\"x\"}", "ops")
                        .statusCode())
                .isEqualTo(403);
    }

    private MarketId market(String id) throws Exception {
        return world.market(id, "H", "A");
    }

    private AccountId punter(String name) throws Exception {
        return world.account("punter-" + name, "GBP", 10_00);
    }

    private UUID bet(AccountId punter, MarketId market, String selection) throws Exception {
        return world.place(Placed.single(punter, market, selection, "2.50", 10_00));
    }

    /** As if the batch that settled the account's only bet had never been. */
    private void forgetSettlement(UUID bet, AccountId account) throws Exception {
        for (String sql : List.of(
                "DELETE FROM outbox WHERE bet_id = '%s' AND settlement_version = 1",
                "DELETE FROM ledger_entry WHERE bet_id = '%s' AND settlement_version = 1",
                "DELETE FROM bet_settlement WHERE bet_id = '%s'")) {
            world.execute(sql.formatted(bet));
        }
        world.execute("UPDATE account SET available = 0, reserved = 1000, version = 2 WHERE account_id = '%s'"
                .formatted(account));
    }

    private void awaitBalances(AccountId account, Balances balances) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(world.balances(account)).isEqualTo(balances));
    }

    private void awaitApplied(String market, long revision) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(world.text(
                                "SELECT applied_revision FROM settlement_job WHERE market_id = '" + market + "'"))
                        .isEqualTo(Long.toString(revision)));
    }

    private void awaitStored(String market, long version) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(
                                world.text("SELECT max(version) FROM result_event WHERE market_id = '" + market + "'"))
                        .isEqualTo(Long.toString(version)));
    }

    private List<String> actions(String market) throws Exception {
        return world.texts("SELECT actor || ' ' || action || ' ' || reason FROM audit_log WHERE subject = 'market/"
                + market + "' ORDER BY audit_id");
    }

    private JsonNode dryRun(String market) throws Exception {
        return json(post(market, "?dryRun=true", "{\"reason\":\"a test\"}"), 200);
    }

    private HttpResponse<String> replay(String market, @Nullable String previewHash) throws Exception {
        String hash = previewHash == null ? "" : ",\"previewHash\":\"" + previewHash + "\"";
        return post(market, "", "{\"reason\":\"a test\"" + hash + "}");
    }

    private HttpResponse<String> post(String market, String query, String body) throws Exception {
        return worker.post("/admin/markets/" + market + "/replay" + query, body, "results");
    }

    private static JsonNode json(HttpResponse<String> reply, int status) {
        assertThat(reply.statusCode()).describedAs(reply.body()).isEqualTo(status);
        return JsonMapper.shared().readTree(reply.body());
    }
}
