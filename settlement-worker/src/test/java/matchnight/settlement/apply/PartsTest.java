package matchnight.settlement.apply;

import static matchnight.settlement.testing.Events.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Large markets in parts, small ones beside them, balances that somebody holds, and bets that cannot be settled. */
class PartsTest {

    private static final Duration LEASE = Duration.ofSeconds(15);

    private final World world = World.create();

    @AfterEach
    void everyCentIsExplained() throws SQLException {
        Invariants.hold(world);
        world.close();
    }

    @Test
    void aLargeMarketIsDividedAndEveryBetIsSettledOnce() throws Exception {
        MarketId market = marketWithBets("large", 30, 20);
        List<Worker> workers = new ArrayList<>();
        List<Thread> lanes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Worker worker = dividing("worker-" + i, 100, 4);
            workers.add(worker);
            lanes.add(worker.start());
        }

        for (int version = 1; version <= 3; version++) {
            StoredResults.store(world, result(market, version, version == 2 ? "H LOST" : "H WON"));
        }
        awaitApplied();
        for (int i = 0; i < 3; i++) {
            workers.get(i).stop();
            lanes.get(i).join();
        }

        assertThat(world.texts("""
                SELECT part || ' ' || after_account_id || ' ' || coalesce(up_to_account_id, '-')
                  FROM settlement_part ORDER BY part
                """))
                .containsExactly("0  punter-07", "1 punter-07 punter-14", "2 punter-14 punter-22", "3 punter-22 -");
        assertThat(world.number("SELECT count(*) FROM settlement_part WHERE bets_settled > 0"))
                .isEqualTo(4);
        assertThat(world.number("""
                SELECT count(*)
                  FROM (SELECT DISTINCT ON (bet_id) * FROM bet_settlement ORDER BY bet_id, version DESC) AS newest
                 WHERE returns = 250
                """)).isEqualTo(600);
    }

    @Test
    void anAccountWithNearlyAllBetsLeavesOnePartForTheOthers() throws Exception {
        MarketId market = world.market("lopsided", "H");
        AccountId heavy = world.account("heavy", "GBP", 10_000_00);
        List<Placed> bets = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            bets.add(Placed.single(heavy, market, "H", "2.50", 1_00));
        }
        bets.add(Placed.single(world.account("zoe", "GBP", 10_00), market, "H", "2.50", 1_00));
        bets.add(Placed.single(world.account("adam", "GBP", 10_00), market, "H", "2.50", 1_00));
        world.placeAll(bets);
        StoredResults.store(world, result(market, 1, "H WON"));

        dividing("worker", 50, 4).settleAll();

        assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(302);
        assertThat(world.number("SELECT count(*) FROM settlement_part")).isEqualTo(2);
    }

    @Test
    void whoHoldsABalanceKeepsNobodyElseWaiting() throws Exception {
        MarketId market = marketWithBets("m", 10, 3);
        StoredResults.store(world, result(market, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 7);
        try (Connection outsider = world.database().connectAsSuperuser()) {
            hold(outsider, "punter-04");
            Thread lane = worker.start();

            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(world.number("SELECT count(*) FROM bet_settlement"))
                            .isEqualTo(27));
            assertThat(world.texts("SELECT DISTINCT account_id || ' ' || reason FROM settlement_skipped"))
                    .containsExactly("punter-04 HELD");
            MarketId other = marketWithBets("other", 1, 1);
            StoredResults.store(world, result(other, 1, "H WON"));
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(
                                    world.balances(new AccountId("other-00")).reserved())
                            .isZero());
            assertThat(world.number("SELECT count(*) FROM settlement_job WHERE unapplied_since IS NOT NULL"))
                    .isEqualTo(1);

            outsider.rollback();

            awaitApplied();
            worker.stop();
            lane.join();
        }
        assertThat(world.number("SELECT count(*) FROM settlement_skipped")).isZero();
        assertThat(world.balances(new AccountId("punter-04"))).isEqualTo(new Balances(1_000_00 + 3 * 150, 0));
    }

    @Test
    void aCorrectionStartsTheListOfHeldOnesAnew() throws Exception {
        MarketId market = marketWithBets("m", 4, 2);
        StoredResults.store(world, result(market, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 3);
        try (Connection outsider = world.database().connectAsSuperuser()) {
            hold(outsider, "punter-01");
            Thread lane = worker.start();
            await().atMost(Duration.ofSeconds(5)).until(() -> world.number("SELECT count(*) FROM bet_settlement") == 6);

            StoredResults.store(world, result(market, 2, "H LOST"));
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> world.number("SELECT count(*) FROM bet_settlement") == 12);
            outsider.rollback();

            awaitApplied();
            worker.stop();
            lane.join();
        }
        assertThat(world.texts(
                        "SELECT DISTINCT version || ' ' || returns FROM bet_settlement WHERE account_id = 'punter-01'"))
                .containsExactly("1 0");
    }

    @Test
    void aBetThatCannotBeSettledStaysBehindAloneAndItsOwnerIsTold() throws Exception {
        MarketId market = marketWithBets("m", 5, 2);
        world.execute("UPDATE account SET available = 9223372036854775800 WHERE account_id = 'punter-02'");
        StoredResults.store(world, result(market, 1, "H WON"));

        new Worker("worker", world.worker(), 100).settleAll();

        assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(8);
        assertThat(world.texts("SELECT DISTINCT account_id || ' ' || reason FROM settlement_skipped"))
                .containsExactly("punter-02 FAILED");
        assertThat(world.texts("SELECT kind || ' ' || owner FROM incident"))
                .containsExactly("BET_NOT_SETTLED desk-1", "BET_NOT_SETTLED desk-1");
        assertThat(world.number("SELECT count(*) FROM settlement_job WHERE unapplied_since IS NULL"))
                .isEqualTo(1);

        world.execute("UPDATE account SET available = 99800 WHERE account_id = 'punter-02'");
        StoredResults.store(world, result(market, 2, "H VOID"));
        new Worker("worker", world.worker(), 100).settleAll();
        assertThat(world.number("SELECT count(*) FROM settlement_skipped")).isZero();
        assertThat(world.balances(new AccountId("punter-02"))).isEqualTo(new Balances(1_000_00, 0));
    }

    @Test
    void aSmallMarketIsSettledBesideALargeOneAndNotBehindIt() throws Exception {
        MarketId large = marketWithBets("large", 20, 40);
        StoredResults.store(world, result(large, 1, "H WON"));
        MarketId small = marketWithBets("small", 1, 1);
        StoredResults.store(world, result(small, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 10);
        PartLease first = worker.leases.claimOldestDue().orElseThrow();
        assertThat(first.marketId()).isEqualTo(large);

        worker.leases.giveBack(first, Duration.ZERO);

        assertThat(worker.leases.claimOldestDue().orElseThrow().marketId()).isEqualTo(small);
        world.execute("UPDATE settlement_part SET lease_until = '-infinity'");
        worker.settleAll();
    }

    private Worker dividing(String name, int betsInOnePart, int mostParts) {
        return new Worker(name, world.worker(), 9, LEASE, new MarketDivision(world.worker(), betsInOnePart, mostParts));
    }

    private MarketId marketWithBets(String id, int accounts, int betsEach) throws SQLException {
        MarketId market = world.market(id, "H");
        List<Placed> bets = new ArrayList<>();
        String prefix = world.number("SELECT count(*) FROM account") == 0 ? "punter" : id;
        for (int i = 0; i < accounts; i++) {
            AccountId punter = world.account("%s-%02d".formatted(prefix, i), "GBP", 1_000_00);
            for (int j = 0; j < betsEach; j++) {
                bets.add(Placed.single(punter, market, "H", "2.50", 1_00));
            }
        }
        List<UUID> _ = world.placeAll(bets);
        return market;
    }

    private static void hold(Connection outsider, String account) throws SQLException {
        outsider.setAutoCommit(false);
        try (Statement statement = outsider.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT FROM account WHERE account_id = '" + account + "' FOR UPDATE")) {
            row.next();
        }
    }

    private void awaitApplied() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                world.number("SELECT count(*) FROM settlement_job WHERE unapplied_since IS NOT NULL"))
                        .isZero());
    }
}
