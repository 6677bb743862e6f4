package matchnight.settlement.intake;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A result may come before its market does, on two workers that look at the same list. */
@TestInstance(Lifecycle.PER_CLASS)
class WaitingResultsTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final World world = World.create();
    private final RunningWorker worker =
            RunningWorker.prepared(world).with("matchnight.settlement.unknown-market-wait", "6s");
    private final RunningWorker other = RunningWorker.prepared(world)
            .with("matchnight.settlement.unknown-market-wait", "6s")
            .with("matchnight.kafka.dead-letter-topic", worker.topic() + ".dead-letter");

    @BeforeAll
    void start() {
        worker.start();
        other.start();
    }

    @AfterAll
    void stop() throws Exception {
        worker.close();
        other.close();
        Invariants.hold(world);
        world.close();
    }

    @Test
    void aResultWaitsForItsMarketAndHoldsNobodyUp() throws Exception {
        MarketId known = world.market("known", "H");
        AccountId punter = world.account("known-punter", "GBP", 20_00);
        world.place(Placed.single(punter, known, "H", "2.50", 10_00));
        worker.send("late", resultJson("late", 1, "H WON"));
        worker.send("known", resultJson("known", 1, "H WON"));

        awaitBalances(punter, new Balances(35_00, 0));
        assertThat(waiting("late")).hasSize(1);
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(worker.metric("results_waiting_for_market")).isPositive());
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(worker.metric("settlement_backlog_age_seconds"))
                        .isPositive());

        MarketId late = world.market("late", "H");
        world.place(Placed.single(punter, late, "H", "2.50", 10_00));

        awaitBalances(punter, new Balances(50_00, 0));
        assertThat(waiting("late")).isEmpty();
        assertThat(deadLetters("late")).isEmpty();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(worker.metric("settlement_backlog_age_seconds"))
                        .isZero());
    }

    /** The older one waits still when the newer one, which came later, finds the market. */
    @Test
    void laterResultsOfTheMarketNeedNotWaitForTheFirst() throws Exception {
        MarketId market = world.market("gaining", "H");
        AccountId punter = world.account("gaining-punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        worker.send("gaining", resultJson("gaining", 1, "H LOST", "X WON"));
        worker.send("gaining", resultJson("gaining", 2, "H WON"));
        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(waiting("gaining")).hasSize(1);

        world.execute("INSERT INTO selection (market_id, selection_id, ordinal, name, price, status)"
                + " VALUES ('gaining', 'X', 9, 'X', '2.50', 'OPEN')");

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(world.texts(
                                "SELECT version FROM result_event WHERE market_id = 'gaining' ORDER BY version"))
                        .containsExactly("1", "2"));
        assertThat(waiting("gaining")).isEmpty();
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT gaining@2");
        assertThat(world.number("SELECT revision FROM settlement_job WHERE market_id = 'gaining'"))
                .isEqualTo(1);
    }

    @Test
    void whatHasWaitedTooLongIsADeadLetterThatCanBeTakenInLater() throws Exception {
        worker.send("never", resultJson("never", 1, "H WON"));
        MarketId few = world.market("few", "H");
        worker.send("few", resultJson("few", 1, "H WON", "X LOST"));

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(deadLetters("never")).containsExactly("UNKNOWN_MARKET"));
        await().atMost(SOON).untilAsserted(() -> assertThat(deadLetters("few")).containsExactly("UNKNOWN_SELECTION"));
        assertThat(waiting("never")).isEmpty();
        assertThat(waiting("few")).isEmpty();
        assertThat(worker.deadLetters(2)).hasSize(2);
        String id = world.texts("SELECT dead_letter_id FROM dead_letter WHERE record_key = 'never'::bytea")
                .getFirst();

        JsonNode refused = retry(id, 200);
        assertThat(refused.get("outcome").stringValue()).isEqualTo("REFUSED");
        assertThat(refused.get("detail").stringValue()).isEqualTo("UNKNOWN_MARKET: there is no market never");
        assertThat(listed(id).get("state").stringValue()).isEqualTo("OPEN");

        MarketId never = world.market("never", "H");
        AccountId punter = world.account("never-punter", "GBP", 10_00);
        world.place(Placed.single(punter, never, "H", "2.50", 10_00));
        assertThat(retry(id, 200).get("outcome").stringValue()).isEqualTo("STORED");

        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(listed(id).get("state").stringValue()).isEqualTo("DONE");
        assertThat(listed(id).get("retries").intValue()).isEqualTo(2);
        retry(id, 409);
        assertThat(world.texts("SELECT actor || ' ' || action || ' ' || reason || ' ' || (detail ->> 'outcome')"
                        + " FROM audit_log WHERE subject = 'dead-letter/" + id + "' ORDER BY audit_id"))
                .containsExactly(
                        "tester DEAD_LETTER_RETRIED the market is there now REFUSED",
                        "tester DEAD_LETTER_RETRIED the market is there now STORED");
        assertThat(few).isNotNull();
    }

    @Test
    void aRetryTellsWhatStandsThere() throws Exception {
        world.market("told", "H");
        worker.send("told", resultJson("told", 1, "H WON"));
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(world.number("SELECT count(*) FROM result_event WHERE market_id = 'told'"))
                                .isEqualTo(1));

        String equal = deadLetter("told", resultJson("told", 1, "H WON"));
        assertThat(retry(equal, 200).get("outcome").stringValue()).isEqualTo("DUPLICATE");
        retry(equal, 409);
        String otherContent = deadLetter("told", resultJson("told", 1, "H LOST"));
        assertThat(retry(otherContent, 200).get("outcome").stringValue()).isEqualTo("CONFLICT");
        assertThat(world.number("SELECT count(*) FROM incident WHERE subject = 'told@1'"))
                .isEqualTo(1);
        retry(otherContent, 409);
        String noJson = deadLetter("told", "no JSON");
        assertThat(retry(noJson, 200).get("detail").stringValue()).startsWith("NOT_JSON");
        assertThat(retry(noJson, 200).get("outcome").stringValue()).isEqualTo("REFUSED");
        String otherKey = deadLetter("else", resultJson("told", 2, "H LOST"));
        assertThat(retry(otherKey, 200).get("detail").stringValue()).startsWith("KEY_IS_NOT_THE_MARKET");
        retry(UUID.randomUUID().toString(), 404);
        retry("x", 404);
        assertThat(worker.post("/admin/dead-letters/" + noJson + "/retry", "{}", "results")
                        .statusCode())
                .isEqualTo(400);
    }

    private String deadLetter(String key, String value) throws Exception {
        String id = UUID.randomUUID().toString();
        world.execute("""
                INSERT INTO dead_letter (dead_letter_id, topic, record_partition, record_offset, record_key, record_value,
                                         reason_code, reason)
                SELECT '%s', 'a-topic', 0, count(*), convert_to('%s', 'UTF8'), convert_to('%s', 'UTF8'), 'NOT_JSON', 'r'
                  FROM dead_letter
                """.formatted(id, key, value));
        return id;
    }

    private JsonNode retry(String id, int status) throws Exception {
        var reply = worker.post(
                "/admin/dead-letters/" + id + "/retry", "{\"reason\":\"the market is there now\"}", "results");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        return JsonMapper.shared().readTree(reply.body());
    }

    private JsonNode listed(String id) throws Exception {
        JsonNode items = JsonMapper.shared()
                .readTree(worker.get("/admin/dead-letters?limit=200", "ops").body())
                .get("items");
        for (JsonNode item : items) {
            if (item.get("deadLetterId").stringValue().equals(id)) {
                return item;
            }
        }
        throw new AssertionError("Not listed: " + id);
    }

    private List<String> waiting(String market) throws Exception {
        return world.texts("SELECT detail FROM result_waiting WHERE market_id = '" + market + "'");
    }

    private List<String> deadLetters(String key) throws Exception {
        return world.texts("SELECT reason_code FROM dead_letter WHERE record_key = '" + key + "'::bytea");
    }

    private void awaitBalances(AccountId account, Balances balances) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(world.balances(account)).isEqualTo(balances));
    }
}
