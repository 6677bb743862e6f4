package matchnight.settlement.admin;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.KafkaServer;
import org.junit.jupiter.api.Test;

/** A broker that goes away and comes back: callers hear of it at once, and nothing is lost. */
class BrokerAwayTest {

    @Test
    void publishingSaysBusyWithinSecondsAndWorksAgainAfterwards() throws Exception {
        try (KafkaServer kafka = KafkaServer.start();
                World world = World.create();
                RunningWorker worker = RunningWorker.prepared(world, kafka)) {
            worker.start();
            MarketId market = world.market("m", "H");
            AccountId punter = world.account("punter", "GBP", 10_00);
            world.place(Placed.single(punter, market, "H", "2.50", 10_00));
            awaitReadiness(worker, 200);

            kafka.stop();

            long start = System.nanoTime();
            HttpResponse<String> refused = worker.post("/admin/results", resultJson("m", 1, "H WON"), "results");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(refused.body()).contains("\"code\":\"BUSY\"", "\"retry\":\"same-key\"");
            HttpResponse<String> unread = worker.post(
                    "/admin/replays?dryRun=true",
                    "{\"from\":\"2026-01-01T00:00:00Z\",\"reason\":\"a test\"}",
                    "results");
            assertThat(unread.statusCode()).isEqualTo(503);
            assertThat(unread.body()).contains("\"code\":\"BUSY\"");
            assertThat(worker.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            awaitReadiness(worker, 503);

            kafka.restart();

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> worker.post("/admin/results", resultJson("m", 1, "H WON"), "results")
                                    .statusCode()
                            == 202);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(world.balances(punter)).isEqualTo(new Balances(25_00, 0)));
            awaitReadiness(worker, 200);
        }
    }

    private static void awaitReadiness(RunningWorker worker, int status) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                worker.get("/actuator/health/readiness").statusCode())
                        .isEqualTo(status));
    }
}
