package matchnight.settlement.pause;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** What people hold up stands still, and goes on where it stood. */
@TestInstance(Lifecycle.PER_CLASS)
class SettlementControlTest {

    private static final int MANY = 1_500;

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.prepared(world)
            .with("matchnight.settlement.smallest-batch", 5)
            .with("matchnight.settlement.first-batch", 5)
            .with("matchnight.settlement.largest-batch", 5)
            .with("matchnight.settlement.turn", "30s")
            .with("matchnight.pause.drain-limit", "2s");

    SettlementControlTest() {
        worker.start();
    }

    @AfterAll
    void stop() throws Exception {
        worker.close();
        Invariants.hold(world);
        world.close();
    }

    @Test
    void aPausedMarketGrowsOldWhileOthersSettleAndIsSettledOnceItIsResumed() throws Exception {
        AccountId held = punterOf(market("held"));
        AccountId free = punterOf(market("free"));

        JsonNode paused = json(post("pause", "{\"marketId\":\"held\",\"reason\":\"wrong feed\"}"), 200);
        worker.send("held", resultJson("held", 1, "H WON"));
        worker.send("free", resultJson("free", 1, "H WON"));

        assertThat(paused.get("scope").stringValue()).isEqualTo("market:held");
        assertThat(paused.get("paused").booleanValue()).isTrue();
        assertThat(paused.get("by").stringValue()).isEqualTo("tester");
        assertThat(paused.get("reason").stringValue()).isEqualTo("wrong feed");
        awaitBalances(free, new Balances(25_00, 0));
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(state("held")).isEqualTo("PAUSED"));
        assertThat(backlog("held").get("state").stringValue()).isEqualTo("PAUSED");
        double age = backlog("held").get("oldestAgeSeconds").doubleValue();
        Thread.sleep(300);
        assertThat(backlog("held").get("oldestAgeSeconds").doubleValue()).isGreaterThan(age + 0.2);
        awaitMetric("settlement_backlog_age_seconds", 0.3, 60);
        awaitMetric("settlement_paused_markets", 1, 1);
        assertThat(world.balances(held)).isEqualTo(new Balances(0, 10_00));

        JsonNode again = json(post("pause", "{\"marketId\":\"held\",\"reason\":\"once more\"}"), 200);
        assertThat(again).isEqualTo(paused);
        JsonNode resumed = json(post("resume", "{\"marketId\":\"held\",\"reason\":\"mended\"}"), 200);

        assertThat(resumed.toString())
                .isEqualTo("{\"scope\":\"market:held\",\"paused\":false,\"since\":null,\"by\":null,\"reason\":null}");
        awaitBalances(held, new Balances(25_00, 0));
        json(post("resume", "{\"marketId\":\"held\",\"reason\":\"mended twice\"}"), 200);
        assertThat(world.texts("""
                        SELECT actor || ' ' || action || ' ' || reason || ' ' || (detail ->> 'changed')
                          FROM audit_log WHERE subject = 'market/held' ORDER BY audit_id
                        """))
                .containsExactly(
                        "tester SETTLEMENT_PAUSED wrong feed true",
                        "tester SETTLEMENT_PAUSED once more false",
                        "tester SETTLEMENT_RESUMED mended true",
                        "tester SETTLEMENT_RESUMED mended twice false");
    }

    @Test
    void everythingIsPausedAndResumedAtOnce() throws Exception {
        AccountId punter = punterOf(market("all-1"));
        post("pause", "{\"reason\":\"a look at the books\"}");
        worker.send("all-1", resultJson("all-1", 1, "H WON"));
        awaitMetric("settlement_paused", 1, 1);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(state("all-1")).isEqualTo("PAUSED"));
        assertThat(world.balances(punter)).isEqualTo(new Balances(0, 10_00));
        assertThat(control().get("paused").get(0).get("scope").stringValue()).isEqualTo("all");
        assertThat(control().get("paused").get(0).get("reason").stringValue()).isEqualTo("a look at the books");

        JsonNode resumed = json(post("resume", "{\"reason\":\"done\"}"), 200);

        assertThat(resumed.get("scope").stringValue()).isEqualTo("all");
        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(control().get("paused")).isEmpty();
    }

    @Test
    void aDrainedWorkerEndsItsBatchGivesItsLeasesBackAndGoesOnAfterwards() throws Exception {
        manyBets("drained");
        worker.send("drained", resultJson("drained", 1, "H WON"));
        awaitSettled("drained", 1);

        JsonNode drained = json(post("drain", "{\"reason\":\"version 2\"}"), 200);

        assertThat(drained.toString()).isEqualTo("{\"scope\":\"worker\",\"drained\":true,\"leasesHeld\":0}");
        long settled = settled("drained");
        assertThat(settled).isLessThan(MANY);
        assertThat(world.number("SELECT count(*) FROM settlement_part WHERE lease_owner IS NOT NULL"))
                .isZero();
        Thread.sleep(400);
        assertThat(settled("drained")).isEqualTo(settled);
        JsonNode control = control();
        assertThat(control.get("draining").booleanValue()).isTrue();
        assertThat(control.get("drain").get("by").stringValue()).isEqualTo("tester");
        assertThat(control.get("drain").get("reason").stringValue()).isEqualTo("version 2");
        assertThat(control.get("lanes").toString()).isEqualTo("{\"configured\":2,\"alive\":2,\"atWork\":0}");
        awaitMetric("settlement_draining", 1, 1);

        post("resume", "{\"reason\":\"not today\"}");

        assertThat(control().get("draining").booleanValue()).isFalse();
        awaitSettled("drained", MANY);
        assertThat(settled("drained")).isEqualTo(MANY);
    }

    @Test
    void aDrainedMarketIsLeftByEverybodyOrTheAnswerSaysWhoIsStillThere() throws Exception {
        manyBets("emptied");
        worker.send("emptied", resultJson("emptied", 1, "H WON"));
        awaitSettled("emptied", 1);

        JsonNode drained = json(post("drain", "{\"marketId\":\"emptied\",\"reason\":\"wrong result\"}"), 200);

        assertThat(drained.toString()).isEqualTo("{\"scope\":\"market:emptied\",\"drained\":true,\"leasesHeld\":0}");
        assertThat(settled("emptied")).isLessThan(MANY);
        assertThat(state("emptied")).isEqualTo("PAUSED");
        world.execute("""
                UPDATE settlement_part SET lease_owner = 'frozen', lease_until = now() + interval '1 hour'
                 WHERE market_id = 'emptied'
                """);
        JsonNode undrained = json(post("drain", "{\"marketId\":\"emptied\",\"reason\":\"once more\"}"), 200);
        assertThat(undrained.toString()).isEqualTo("{\"scope\":\"market:emptied\",\"drained\":false,\"leasesHeld\":1}");

        world.execute("UPDATE settlement_part SET lease_until = now() WHERE market_id = 'emptied'");
        post("resume", "{\"marketId\":\"emptied\",\"reason\":\"done\"}");
        awaitSettled("emptied", MANY);
    }

    @Test
    void aWorkerThatStopsGivesItsLeasesBackAndItsSuccessorGoesOn() throws Exception {
        manyBets("stopped");
        worker.send("stopped", resultJson("stopped", 1, "H WON"));
        awaitSettled("stopped", 1);

        worker.stop();

        long settled = settled("stopped");
        assertThat(settled).isLessThan(MANY);
        assertThat(world.texts("SELECT cursor_bet_id FROM settlement_part WHERE lease_owner IS NOT NULL"))
                .isEmpty();
        assertThat(world.number("SELECT count(cursor_bet_id) FROM settlement_part WHERE market_id = 'stopped'"))
                .isEqualTo(1);
        worker.start();
        awaitSettled("stopped", MANY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                             | 400 | /reason",
                "{\"reason\":\"\"}                              | 400 | /reason",
                "{\"reason\":\"  \\u00a0\"}                  | 400 | /reason",
                "{\"reason\":7}                                 | 400 | /reason",
                "{\"reason\":\"x\",\"marketId\":\"a b\"}        | 400 | /marketId",
                "{\"reason\":\"x\",\"marketId\":1}              | 400 | /marketId",
                "{\"reason\":\"x\",\"market\":\"m\"}            | 400 | /market",
                "[]                                             | 400 | ''",
                "{\"reason\":\"x\",\"marketId\":\"nowhere\"}    | 404 |",
            })
    void whatIsWrongIsRefusedAndHoldsNothingUp(String body, int status, String pointer) throws Exception {
        for (String call : List.of("pause", "resume", "drain")) {
            JsonNode problem = json(post(call, body), status);

            if (pointer != null) {
                assertThat(problem.get("errors").get(0).get("pointer").stringValue())
                        .isEqualTo(pointer);
            }
        }
        assertThat(control().get("draining").booleanValue()).isFalse();
        assertThat(world.number("SELECT count(*) FROM settlement_pause WHERE scope = 'market:nowhere'"))
                .isZero();
    }

    @Test
    void scopesDecideWhoMayLookAndWhoMayAct() throws Exception {
        String body = "{\"reason\":\"x\"}";
        assertThat(worker.post("/admin/settlement/pause", body, "ops").statusCode())
                .isEqualTo(403);
        assertThat(worker.post("/admin/settlement/drain", body).statusCode()).isEqualTo(401);
        assertThat(worker.get("/admin/settlement", "results").statusCode()).isEqualTo(403);
        assertThat(worker.get("/admin/settlement/pause", "ops").statusCode()).isEqualTo(405);
    }

    private MarketId market(String id) throws Exception {
        return world.market(id, "H", "A");
    }

    private AccountId punterOf(MarketId market) throws Exception {
        AccountId punter = world.account("punter-of-" + market, "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        return punter;
    }

    private void manyBets(String id) throws Exception {
        MarketId market = market(id);
        List<AccountId> punters = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            punters.add(world.account(id + "-punter-" + i, "GBP", 10_000_00));
        }
        List<Placed> bets = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            bets.add(Placed.single(punters.get(i % 20), market, "H", "2.50", 1_00));
        }
        world.placeAll(bets);
    }

    private long settled(String market) throws Exception {
        return world.number("SELECT count(*) FROM bet_settlement WHERE cause_ref = '" + market + "@1'");
    }

    private void awaitSettled(String market, long bets) {
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(settled(market)).isGreaterThanOrEqualTo(bets));
    }

    private void awaitBalances(AccountId account, Balances balances) {
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(world.balances(account)).isEqualTo(balances));
    }

    private void awaitMetric(String name, double least, double most) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(worker.metric(name)).isBetween(least, most));
    }

    private HttpResponse<String> post(String call, String body) throws Exception {
        return worker.post("/admin/settlement/" + call, body, "results");
    }

    private static JsonNode json(HttpResponse<String> reply, int status) {
        assertThat(reply.statusCode()).describedAs(reply.body()).isEqualTo(status);
        return JsonMapper.shared().readTree(reply.body());
    }

    private JsonNode control() throws Exception {
        return json(worker.get("/admin/settlement", "ops"), 200);
    }

    private String state(String market) throws Exception {
        return json(worker.get("/admin/markets/" + market + "/settlement", "ops"), 200)
                .get("state")
                .stringValue();
    }

    private JsonNode backlog(String market) throws Exception {
        for (JsonNode item : json(worker.get("/admin/backlog", "ops"), 200).get("items")) {
            if (item.get("marketId").stringValue().equals(market)) {
                return item;
            }
        }
        throw new AssertionError(market + " is not in the backlog");
    }
}
