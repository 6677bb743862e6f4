package matchnight.settlement.intake;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.Events;
import matchnight.settlement.testing.FaultyDataSource;
import matchnight.settlement.testing.FaultyDataSource.Harm;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Field fault T21: an offset never moves before what it stands for is durable. */
class IntakeCrashTest {

    private static final Duration OUTAGE = Duration.ofSeconds(30);

    @Test
    void resultsSentWhileTheDatabaseIsAwayForHalfAMinuteAreAllApplied() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                World world = World.in(server.createMigratedDatabase());
                RunningWorker worker = RunningWorker.started(world)) {
            AccountId punter = world.account("punter", "GBP", 50_00);
            for (int i = 0; i < 5; i++) {
                MarketId market = world.market("m" + i, "H");
                world.place(Placed.single(punter, market, "H", "2.50", 10_00));
            }
            worker.send("m0", resultJson("m0", 1, "H WON"));
            awaitAvailable(world, punter, 25_00);

            server.stop();
            for (int i = 1; i < 5; i++) {
                worker.send("m" + i, resultJson("m" + i, 1, "H WON"));
                Thread.sleep(OUTAGE.dividedBy(5));
            }
            assertThat(worker.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            assertThat(worker.get("/actuator/health/readiness").statusCode()).isEqualTo(503);
            assertThat(worker.metric("settlement_backlog_age_seconds")).isGreaterThan(10);
            Thread.sleep(OUTAGE.dividedBy(5));
            server.restart();

            awaitAvailable(world, punter, 5 * 25_00);
            assertThat(world.number("SELECT count(*) FROM result_event")).isEqualTo(5);
            assertThat(world.number("SELECT count(*) FROM dead_letter")).isZero();
            Invariants.hold(world);
        }
    }

    @Test
    void aWorkerThatEndsBeforeItsOffsetMovedTakesTheRecordAgain() throws Exception {
        try (World world = World.create();
                RunningWorker worker = RunningWorker.prepared(world)) {
            MarketId market = world.market("m", "H");
            AccountId punter = world.account("punter", "GBP", 10_00);
            UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
            worker.send("m", resultJson("m", 1, "H WON"));
            // What a worker leaves that died after its commit: the event is stored, the offset has not moved.
            StoredResults.store(world, Events.result(market, 1, "H WON"));

            worker.start();

            awaitAvailable(world, punter, 25_00);
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(worker.metric("result_events_total{outcome=\"duplicate\"}"))
                            .isEqualTo(1));
            assertThat(world.settlements(bet)).hasSize(1);

            worker.stop();
            worker.start();
            worker.send("m", resultJson("m", 2, "H LOST"));

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(world.balances(punter)).isEqualTo(new Balances(0, 0)));
            assertThat(worker.metric("result_events_total{outcome=\"duplicate\"}"))
                    .isZero();
        }
    }

    /** Whatever statement of the storing transaction fails, the next try stores the event whole. */
    @ParameterizedTest
    @EnumSource
    void anEventIsStoredWholeOrNotAtAll(Harm harm) throws Exception {
        try (World world = World.create()) {
            int statement = 0;
            boolean reached = true;
            while (reached) {
                statement++;
                MarketId market = world.market("m" + statement, "H");
                FaultyDataSource faulty = FaultyDataSource.of(world.database(), world.worker(), statement, harm);
                ResultStorage dying = new ResultStorage(faulty.dataSource());
                try {
                    dying.store(Events.result(market, 1, "H WON"), StoredResults.nextPosition());
                } catch (java.sql.SQLException died) {
                    assertThat(faulty.isDone()).isTrue();
                }
                reached = faulty.isDone();

                IntakeOutcome again = await().atMost(Duration.ofSeconds(10))
                        .ignoreExceptionsInstanceOf(java.sql.SQLException.class)
                        .until(
                                () -> new ResultStorage(world.worker())
                                        .store(Events.result(market, 1, "H WON"), StoredResults.nextPosition()),
                                outcome -> true);

                assertThat(again).isInstanceOfAny(IntakeOutcome.Stored.class, IntakeOutcome.Duplicate.class);
                assertThat(world.text("""
                                SELECT revision || ' ' || shut_by_result_version || ' ' || market.version
                                  FROM settlement_job JOIN selection USING (market_id) JOIN market USING (market_id)
                                 WHERE market_id = '%s'
                                """.formatted(market)))
                        .describedAs("statement %d", statement)
                        .isEqualTo("1 1 2");
            }
            assertThat(statement).isGreaterThan(5);
        }
    }

    private static void awaitAvailable(World world, AccountId account, long available) {
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(world.balances(account).available()).isEqualTo(available));
    }
}
