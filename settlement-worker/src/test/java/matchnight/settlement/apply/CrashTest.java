package matchnight.settlement.apply;

import static matchnight.settlement.testing.Events.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.testing.FaultyDataSource;
import matchnight.settlement.testing.FaultyDataSource.Harm;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Field fault T43: a worker dies at every statement of a market's settlement, one after the other, and another one goes on.
 */
@TestInstance(Lifecycle.PER_CLASS)
class CrashTest {

    private static final int BETS = 1_000;
    private static final int PAGE = 400;
    private static final int ACCOUNTS = 25;
    private static final Duration LEASE = Duration.ofMillis(100);

    private final World world = World.create();
    private final List<AccountId> accounts = new ArrayList<>();

    @BeforeAll
    void openAccounts() throws Exception {
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts.add(world.account("punter-" + i, "GBP", 1_000_000_00));
        }
    }

    @AfterAll
    void close() {
        world.close();
    }

    @ParameterizedTest
    @EnumSource
    void whereverAWorkerDiesEveryBetIsPostedOnce(Harm harm) throws Exception {
        int statement = 0;
        boolean reached = true;
        while (reached) {
            statement++;
            MarketId market = world.market(harm.name().toLowerCase(java.util.Locale.ROOT) + "-" + statement, "H", "A");
            place(market);
            StoredResults.store(world, result(market, 1, "H WON", "A LOST"));

            reached = dieAt(statement, harm);
            goOn();

            assertThat(settlementsOf(market))
                    .describedAs("statement %d", statement)
                    .isEqualTo(BETS);
        }
        Invariants.hold(world);
        // Claim, barrier, three batches of page, locks, writing and COMMIT, the last page, the list, the end.
        assertThat(statement).isGreaterThan(15);
    }

    /** What SIGSTOP and SIGCONT do to a process, at every statement of its own. */
    @Test
    void whereverAWorkerSleepsThroughItsLeaseEveryBetIsPostedOnce() throws Exception {
        int statement = 0;
        boolean reached = true;
        while (reached) {
            statement++;
            MarketId market = world.market("slept-" + statement, "H", "A");
            place(market);
            StoredResults.store(world, result(market, 1, "H WON", "A LOST"));

            reached = sleepAt(statement);
            goOn();

            assertThat(settlementsOf(market))
                    .describedAs("statement %d", statement)
                    .isEqualTo(BETS);
        }
        Invariants.hold(world);
    }

    private boolean sleepAt(int statement) throws SQLException {
        Worker other = new Worker("other", world.worker(), PAGE, LEASE);
        FaultyDataSource slow = FaultyDataSource.of(world.worker(), statement, _ -> {
            Thread.sleep(LEASE.plusMillis(50));
            goOnPastWhatTheSleeperHolds(other);
        });
        new Worker("sleeping", slow.dataSource(), PAGE, LEASE).settleAll();
        return slow.isDone();
    }

    // While the sleeper holds the job's row the other waits for it, no longer than its lock_timeout.
    private static void goOnPastWhatTheSleeperHolds(Worker other) throws SQLException {
        try {
            other.settleAll();
        } catch (SQLException waited) {
            assertThat(waited.getSQLState()).isEqualTo("55P03");
        }
    }

    @Test
    void whereverTheServerDiesAndComesBackEveryBetIsPostedOnce() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                World mortal = World.in(server.createMigratedDatabase())) {
            int statement = 0;
            boolean reached = true;
            while (reached) {
                statement++;
                MarketId market = mortal.market("mortal-" + statement, "H", "A");
                AccountId punter = mortal.account("punter-" + statement, "GBP", 1_000_000_00);
                mortal.placeAll(Collections.nCopies(60, Placed.single(punter, market, "H", "2.37", 1_01)));
                StoredResults.store(mortal, result(market, 1, "H WON", "A LOST"));

                reached = restartAt(statement, server, mortal);
                goOn(mortal);

                assertThat(mortal.number("SELECT count(*) FROM bet_settlement"))
                        .describedAs("statement %d", statement)
                        .isEqualTo(60L * statement);
            }
            Invariants.hold(mortal);
        }
    }

    private static boolean restartAt(int statement, PostgresServer server, World mortal) {
        FaultyDataSource faulty = FaultyDataSource.of(mortal.worker(), statement, _ -> {
            server.kill();
            server.restart();
        });
        try {
            new Worker("dying", faulty.dataSource(), 30, LEASE).settleAll();
        } catch (SQLException died) {
            assertThat(faulty.isDone()).isTrue();
        }
        return faulty.isDone();
    }

    private void place(MarketId market) throws SQLException {
        List<Placed> bets = new ArrayList<>();
        for (int i = 0; i < BETS; i++) {
            String selection = i % 3 == 0 ? "H" : "A";
            bets.add(Placed.single(accounts.get(i % ACCOUNTS), market, selection, "2.37", 1_01 + i));
        }
        world.placeAll(bets);
    }

    private boolean dieAt(int statement, Harm harm) {
        FaultyDataSource faulty = FaultyDataSource.of(world.database(), world.worker(), statement, harm);
        try {
            new Worker("dying", faulty.dataSource(), PAGE, LEASE).settleAll();
        } catch (SQLException died) {
            assertThat(faulty.isDone()).isTrue();
        }
        return faulty.isDone();
    }

    private void goOn() {
        goOn(world);
    }

    private static void goOn(World world) {
        Worker other = new Worker("other", world.worker(), PAGE, LEASE);
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            other.settleAll();
            return world.number("SELECT count(*) FROM settlement_job WHERE unapplied_since IS NOT NULL") == 0;
        });
    }

    private long settlementsOf(MarketId market) throws SQLException {
        return world.number("""
                SELECT count(*) FROM bet_settlement JOIN bet_leg USING (bet_id) WHERE market_id = '%s' AND version = 1
                """.formatted(market));
    }
}
