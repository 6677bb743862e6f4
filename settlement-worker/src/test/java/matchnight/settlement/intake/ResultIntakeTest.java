package matchnight.settlement.intake;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** From the topic to the wallet, through the whole service on real PostgreSQL and Kafka. */
@TestInstance(Lifecycle.PER_CLASS)
class ResultIntakeTest {

    private final World world = World.create();
    private final RunningWorker worker =
            RunningWorker.prepared(world).with("matchnight.settlement.unknown-market-wait", "0s");

    @AfterAll
    void stop() throws Exception {
        worker.close();
        Invariants.hold(world);
        world.close();
    }

    @BeforeAll
    void isReady() {
        worker.start();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                worker.get("/actuator/health/readiness").statusCode())
                        .isEqualTo(200));
    }

    @Test
    void aResultOnTheTopicIsInTheWalletWithinSeconds() throws Exception {
        MarketId market = world.market("plain", "H", "A");
        AccountId punter = world.account("plain-punter", "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        worker.send("plain", resultJson("plain", 1, "H WON", "A LOST"));

        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(world.texts("""
                        SELECT selection_id || ' ' || shut_by_result_version
                          FROM selection WHERE market_id = 'plain' ORDER BY 1
                        """)).containsExactly("A 1", "H 1");
        assertThat(world.number("SELECT version FROM market WHERE market_id = 'plain'"))
                .isEqualTo(2);
    }

    /** Field fault T20. */
    @Test
    void poisonIsParkedWithItsReasonAndHoldsUpNothing() throws Exception {
        MarketId market = world.market("poisoned", "H");
        AccountId punter = world.account("poisoned-punter", "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        byte[] key = "poisoned".getBytes(StandardCharsets.UTF_8);

        long first = worker.send(0, key, new byte[] {0, (byte) 0xff}).offset();
        worker.send(0, key, new byte[0]);
        worker.send(0, key, null);
        worker.send(0, incompressible(1_048_400), null);
        worker.send("poisoned", "{\"version\":1e99999999999}");
        worker.send("poisoned", "{\"eventId\":\"e\",\"type\":\"RESULT\",\"marketId\":7}");
        worker.send("poisoned", resultJson("poisoned", 1, "H WON").replace("RESULT", "ODDS"));
        worker.send("poisoned", "{\"a\":1,\"a\":2}");
        worker.send("poisoned", resultJson("nowhere", 1, "H WON"));
        worker.send("nowhere", resultJson("nowhere", 1, "H WON"));
        worker.send("poisoned", resultJson("poisoned", 1, "H WON", "X LOST"));
        worker.send("poisoned", resultJson("poisoned", 1, "H WON"));

        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(world.texts("SELECT reason_code FROM dead_letter WHERE record_offset >= " + first + " AND topic = '"
                        + worker.topic() + "' ORDER BY record_offset"))
                .containsExactly(
                        "NOT_UTF_8",
                        "EMPTY_VALUE",
                        "NO_VALUE",
                        "NO_VALUE",
                        "NOT_JSON",
                        "WRONG_SHAPE",
                        "UNKNOWN_TYPE",
                        "NOT_JSON",
                        "KEY_IS_NOT_THE_MARKET",
                        "UNKNOWN_MARKET",
                        "UNKNOWN_SELECTION");
        List<ConsumerRecord<byte[], byte[]>> copies = worker.deadLetters(11);
        assertThat(copies).hasSize(11).allSatisfy(copy -> {
            assertThat(header(copy, "original-topic")).isEqualTo(worker.topic());
            assertThat(header(copy, "reason")).isNotEmpty();
        });
        assertThat(copies).anySatisfy(copy -> {
            assertThat(header(copy, "reason-code")).isEqualTo("NOT_UTF_8");
            assertThat(header(copy, "original-offset")).isEqualTo(Long.toString(first));
            assertThat(copy.key()).isEqualTo(key);
            assertThat(copy.value()).isEqualTo(new byte[] {0, (byte) 0xff});
        });
        assertThat(worker.metric("result_dead_letters_total{reason=\"NOT_UTF_8\"}"))
                .isEqualTo(1);
        assertThat(world.number("SELECT count(*) FROM result_event WHERE market_id = 'poisoned'"))
                .isEqualTo(1);
    }

    // With the headers of its dead letter no broker takes it: the copy goes without it.
    private static byte[] incompressible(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    /** Field fault T24. */
    @Test
    void anOlderVersionIsStoredAndCountedAndOverridesNothing() throws Exception {
        MarketId market = world.market("late", "H", "A");
        AccountId punter = world.account("late-punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        double olderBefore = worker.metric("result_events_total{outcome=\"older\"}");
        double duplicatesBefore = worker.metric("result_events_total{outcome=\"duplicate\"}");

        worker.send("late", resultJson("late", 7, "H WON", "A LOST"));
        awaitBalances(punter, new Balances(25_00, 0));
        worker.send("late", resultJson("late", 6, "H LOST", "A WON"));
        worker.send("late", resultJson("late", 7, "A LOST", "H WON"));
        worker.send("late", resultJson("late", 6, "H LOST", "A WON"));

        awaitMetric("result_events_total{outcome=\"duplicate\"}", duplicatesBefore + 2);
        assertThat(worker.metric("result_events_total{outcome=\"older\"}")).isEqualTo(olderBefore + 1);
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT late@7");
        assertThat(world.number("SELECT revision FROM settlement_job WHERE market_id = 'late'"))
                .isEqualTo(1);
        assertThat(world.number(
                        "SELECT count(*) FROM selection WHERE market_id = 'late' AND shut_by_result_version = 7"))
                .isEqualTo(2);
    }

    @Test
    void anEqualVersionWithOtherContentIsAnIncidentAndSettlesNothing() throws Exception {
        MarketId market = world.market("torn", "H", "A");
        AccountId punter = world.account("torn-punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        double before = worker.metric("result_events_total{outcome=\"conflict\"}");

        worker.send("torn", resultJson("torn", 1, "H WON", "A LOST"));
        worker.send("torn", resultJson("torn", 1, "H LOST", "A WON"));
        worker.send("torn", resultJson("torn", 1, "H LOST", "A WON"));

        awaitMetric("result_events_total{outcome=\"conflict\"}", before + 2);
        awaitBalances(punter, new Balances(25_00, 0));
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT torn@1");
        assertThat(world.texts("SELECT kind || ' ' || subject || ' ' || owner FROM incident WHERE subject = 'torn@1'"))
                .containsExactly("RESULT_CONFLICT torn@1 desk-1");
        assertThat(worker.get("/admin/incidents", "ops").body())
                .contains("\"subject\":\"torn@1\"", "\"result\":\"WON\"");
    }

    @Test
    void aLateCancelOfAnOlderVersionStillCounts() throws Exception {
        MarketId market = world.market("cancelled", "H", "A");
        AccountId punter = world.account("cancelled-punter", "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        worker.send("cancelled", resultJson("cancelled", 2, "H LOST", "A WON"));
        awaitBalances(punter, new Balances(0, 0));
        worker.send("cancelled", """
                {"eventId":"c","type":"CANCEL","marketId":"cancelled","version":1,"occurredAt":"2026-01-01T20:00:00Z",
                 "reason":"wrong price"}
                """);

        awaitBalances(punter, new Balances(10_00, 0));
    }

    private void awaitBalances(AccountId account, Balances balances) {
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(world.balances(account)).isEqualTo(balances));
    }

    private void awaitMetric(String series, double value) {
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(worker.metric(series)).isEqualTo(value));
    }

    private static String header(ConsumerRecord<byte[], byte[]> parked, String name) {
        return new String(parked.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
