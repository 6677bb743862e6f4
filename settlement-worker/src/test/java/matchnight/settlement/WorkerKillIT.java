package matchnight.settlement;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.ServiceKind;
import matchnight.stack.ServiceLaunch;
import matchnight.stack.ServiceProcess;
import matchnight.stack.TokenIssuer;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.Test;

/** The worker as a process of its own, killed and frozen in the middle of its work. */
class WorkerKillIT {

    private static final int BETS = 4_000;
    private static final int ACCOUNTS = 100;

    private final TokenIssuer tokens = TokenIssuer.temporary();

    @Test
    void aWorkerKilledInTheMiddleResumesAfterItsLastCommit() throws Exception {
        try (World world = World.create();
                RunningWorker feed = RunningWorker.prepared(world);
                ServiceProcess worker = ServiceProcess.start(launch(world, feed))) {
            place(world, world.market("m", "H", "A"));
            worker.awaitReady();

            feed.send("m", resultJson("m", 1, "H WON", "A LOST"));
            awaitSettled(world, 1);
            worker.kill();
            long settledBefore = settled(world);
            worker.restart();

            awaitSettled(world, BETS);
            assertThat(settledBefore).isBetween(1L, BETS - 1L);
            assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(BETS);
            Invariants.hold(world);
        }
    }

    @Test
    void aWorkerFrozenLongerThanItsLeaseIsReplacedAndThenChangesNothing() throws Exception {
        try (World world = World.create();
                RunningWorker feed = RunningWorker.prepared(world);
                ServiceProcess first = ServiceProcess.start(launch(world, feed))) {
            place(world, world.market("m", "H", "A"));
            first.awaitReady();
            feed.send("m", resultJson("m", 1, "H WON", "A LOST"));
            awaitSettled(world, 1);
            first.freeze();

            try (ServiceProcess second =
                    ServiceProcess.start(launch(world, feed)).awaitReady()) {
                awaitSettled(world, BETS);
                first.thaw();
                feed.send("m", resultJson("m", 2, "H LOST", "A LOST"));
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> world.number("SELECT count(*) FROM bet_settlement WHERE version = 2") == BETS / 2);
                assertThat(second.isAlive()).isTrue();
            }
            assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(BETS + BETS / 2);
            Invariants.hold(world);
        }
    }

    @Test
    void aWorkerThatIsStoppedFinishesItsBatchAndGivesItsLeaseBack() throws Exception {
        try (World world = World.create();
                RunningWorker feed = RunningWorker.prepared(world);
                ServiceProcess worker = ServiceProcess.start(launch(world, feed))) {
            place(world, world.market("m", "H", "A"));
            worker.awaitReady();
            feed.send("m", resultJson("m", 1, "H WON", "A LOST"));
            awaitSettled(world, 1);

            worker.stop();

            assertThat(world.texts("SELECT lease_owner FROM settlement_part WHERE lease_until > now()"))
                    .isEmpty();
            assertThat(settled(world) % 50).isZero();
            Invariants.hold(world);
        }
    }

    @Test
    void aServiceThatFindsAnotherSchemaSaysWhichItNeedsAndEnds() throws Exception {
        try (World world = World.create();
                RunningWorker feed = RunningWorker.prepared(world)) {
            world.execute(
                    "DELETE FROM flyway_schema_history WHERE installed_rank = (SELECT max(installed_rank) FROM flyway_schema_history)");
            try (ServiceProcess worker = ServiceProcess.start(launch(world, feed))) {
                assertThat(worker.onExit().get(60, java.util.concurrent.TimeUnit.SECONDS))
                        .isNotZero();
                String log = java.nio.file.Files.readString(worker.log());
                assertThat(log).contains("settlement-worker does not start: This build needs schema version");
                assertThat(log).doesNotContain("\tat ");
            }
        }
    }

    private ServiceLaunch launch(World world, RunningWorker feed) {
        return ServiceProcess.launch(ServiceKind.SETTLEMENT_WORKER, world.database(), SharedServers.kafka(), tokens)
                .with("MATCHNIGHT_KAFKA_RESULTTOPIC", feed.topic())
                .with("MATCHNIGHT_KAFKA_DEADLETTERTOPIC", feed.topic() + ".dead-letter")
                .with("MATCHNIGHT_KAFKA_GROUP", "group-of-" + feed.topic())
                .with("MATCHNIGHT_SETTLEMENT_FIRSTBATCH", "50")
                .with("MATCHNIGHT_SETTLEMENT_SMALLESTBATCH", "50")
                .with("MATCHNIGHT_SETTLEMENT_LARGESTBATCH", "50")
                .with("MATCHNIGHT_SETTLEMENT_LEASE", "2s");
    }

    private static void place(World world, MarketId market) throws Exception {
        List<AccountId> accounts = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts.add(world.account("punter-" + i, "GBP", 1_000_00));
        }
        List<Placed> bets = new ArrayList<>();
        for (int i = 0; i < BETS; i++) {
            bets.add(Placed.single(accounts.get(i % ACCOUNTS), market, i % 2 == 0 ? "H" : "A", "2.50", 1_00));
        }
        world.placeAll(bets);
    }

    private static void awaitSettled(World world, long bets) {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(60))
                .until(() -> settled(world) >= bets);
    }

    private static long settled(World world) throws Exception {
        return world.number("SELECT coalesce(sum(bets_settled), 0) FROM settlement_part");
    }
}
