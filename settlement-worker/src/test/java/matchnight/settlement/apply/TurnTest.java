package matchnight.settlement.apply;

import static matchnight.settlement.testing.Events.result;
import static matchnight.settlement.testing.Events.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.SettlementPlan;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import matchnight.settlement.testing.World.PlacedLeg;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose turn it is at a market, and what happens to work of which the time has passed. */
class TurnTest {

    private static final Duration NO_TIME = Duration.ofMillis(1);

    private final World world = World.create();

    @AfterEach
    void invariantsHold() throws Exception {
        Invariants.hold(world);
        world.close();
    }

    @Test
    void aWorkerThatSleptThroughItsLeaseChangesNothing() throws Exception {
        MarketId market = marketWithBets("m", 10);
        StoredResults.store(world, result(market, 1, "H WON"));
        Worker sleeper = new Worker("sleeper", world.worker(), 5, NO_TIME);
        PartLease lease = sleeper.leases.claimOldestDue().orElseThrow();
        Page page = sleeper.bets.readPage(lease, 5);
        Thread.sleep(NO_TIME.plusMillis(20));

        new Worker("other", world.worker(), 5).settleAll();
        StoredResults.store(world, rollback(market, 2));

        assertThat(write(sleeper, lease, page)).isEqualTo(SettlementBatch.Outcome.OUTDATED);
        assertThat(sleeper.leases.finish(lease)).isFalse();
        assertThat(sleeper.leases.renew(lease)).isEmpty();
        sleeper.leases.giveBack(lease, Duration.ZERO);
        sleeper.leases.postpone(lease, "late", Duration.ofHours(1));
        assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(10);

        new Worker("other", world.worker(), 5).settleAll();
        assertThat(world.number("SELECT count(*) FROM bet_settlement WHERE kind = 'REOPENED'"))
                .isEqualTo(10);
    }

    @Test
    void aNewerResultTakesOverAtTheNextBatchAndCoversAllBets() throws Exception {
        MarketId market = marketWithBets("m", 10);
        StoredResults.store(world, result(market, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);
        PartLease lease = worker.leases.claimOldestDue().orElseThrow();
        Page first = worker.bets.readPage(lease, 5);
        assertThat(write(worker, lease, first)).isEqualTo(SettlementBatch.Outcome.COMMITTED);
        PartLease moved = lease.movedTo(positionAfter(first));
        Page second = worker.bets.readPage(moved, 5);

        StoredResults.store(world, result(market, 2, "H LOST"));

        assertThat(write(worker, moved, second)).isEqualTo(SettlementBatch.Outcome.OUTDATED);
        PartLease renewed = worker.leases.renew(moved).orElseThrow();
        assertThat(renewed.revision()).isEqualTo(2);
        assertThat(renewed.after()).isNull();
        worker.leases.giveBack(renewed, Duration.ZERO);
        worker.settleAll();
        assertThat(world.texts("SELECT version || ' ' || returns FROM bet_settlement ORDER BY 1"))
                .containsExactly(
                        "1 0", "1 0", "1 0", "1 0", "1 0", "1 250", "1 250", "1 250", "1 250", "1 250", "2 0", "2 0",
                        "2 0", "2 0", "2 0");
    }

    @Test
    void aClaimGoesOnBehindTheCursorOfTheOneBefore() throws Exception {
        MarketId market = marketWithBets("m", 10);
        StoredResults.store(world, result(market, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);
        PartLease lease = worker.leases.claimOldestDue().orElseThrow();
        Page first = worker.bets.readPage(lease, 5);
        write(worker, lease, first);
        worker.leases.giveBack(lease, Duration.ZERO);

        PartLease next =
                new Worker("next", world.worker(), 5).leases.claimOldestDue().orElseThrow();

        assertThat(next.after()).isEqualTo(positionAfter(first));
        assertThat(next.epoch()).isEqualTo(lease.epoch() + 1);
        worker.leases.giveBack(next, Duration.ZERO);
        worker.settleAll();
    }

    @Test
    void aMarketWhoseTurnIsTakenIsPassedOver() throws Exception {
        StoredResults.store(world, result(marketWithBets("m1", 1), 1, "H WON"));
        StoredResults.store(world, result(marketWithBets("m2", 1), 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);

        List<String> claimed = new ArrayList<>();
        claimed.add(worker.leases.claimOldestDue().orElseThrow().marketId().value());
        claimed.add(worker.leases.claimOldestDue().orElseThrow().marketId().value());

        assertThat(claimed).containsExactly("m1", "m2");
        assertThat(worker.leases.claimOldestDue()).isEmpty();
    }

    @Test
    void aTurnThatIsPausedEndsBeforeItsNextBatchAndGivesItsLeaseBackAtOnce() throws Exception {
        MarketId market = marketWithBets("m", 10);
        StoredResults.store(world, result(market, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);
        PartLease lease = worker.leases.claimOldestDue().orElseThrow();
        world.execute(
                "INSERT INTO settlement_pause (scope, paused_by, reason) VALUES ('market:m', 'tester', 'a test')");

        worker.work(lease);

        assertThat(world.number("SELECT count(*) FROM bet_settlement")).isZero();
        assertThat(world.number("SELECT count(lease_owner) FROM settlement_part"))
                .isZero();
        assertThat(worker.leases.claimOldestDue()).isEmpty();
        world.execute("DELETE FROM settlement_pause");
        worker.settleAll();
        assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(10);
    }

    @Test
    void twoWorkersOnManyMarketsSettleEveryBetOnce() throws Exception {
        for (int i = 0; i < 12; i++) {
            marketWithBets("m" + i, 40);
        }
        Worker one = new Worker("one", world.worker(), 7);
        Worker two = new Worker("two", world.worker(), 7);
        Thread first = one.start();
        Thread second = two.start();
        for (int version = 1; version <= 3; version++) {
            for (int i = 0; i < 12; i++) {
                StoredResults.store(
                        world, result(new MarketId("m" + i), version, version % 2 == 0 ? "H LOST" : "H WON"));
            }
        }
        awaitApplied();
        one.stop();
        two.stop();
        first.join();
        second.join();

        assertThat(world.number("""
                SELECT count(*)
                  FROM (SELECT DISTINCT ON (bet_id) * FROM bet_settlement ORDER BY bet_id, version DESC) AS newest
                 WHERE returns = 250
                """)).isEqualTo(12 * 40);
    }

    @Test
    void accumulatorsWhoseLegsAreDecidedAndCorrectedAtOnceEndByTheNewestNews() throws Exception {
        MarketId left = world.market("left", "H");
        MarketId right = world.market("right", "H");
        List<AccountId> punters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            punters.add(world.account("punter-" + i, "GBP", 100_00));
        }
        List<Placed> bets = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            List<PlacedLeg> legs = List.of(new PlacedLeg(left, "H", "2.00"), new PlacedLeg(right, "H", "3.00"));
            bets.add(new Placed(punters.get(i % 10), "GBP", 1_00, Instant.now(), legs));
        }
        world.placeAll(bets);
        Worker one = new Worker("one", world.worker(), 9);
        Worker two = new Worker("two", world.worker(), 11);
        Thread first = one.start();
        Thread second = two.start();

        for (int version = 1; version <= 6; version++) {
            String outcome = version % 2 == 0 ? "H VOID" : "H WON";
            StoredResults.store(world, result(left, version, outcome));
            StoredResults.store(world, result(right, version, version == 6 ? "H HALF_LOST" : outcome));
        }

        awaitApplied();
        one.stop();
        two.stop();
        first.join();
        second.join();
        // Left void, right half lost: half of every stake comes back.
        assertThat(world.number("""
                SELECT count(*)
                  FROM (SELECT DISTINCT ON (bet_id) * FROM bet_settlement ORDER BY bet_id, version DESC) AS newest
                 WHERE returns = 50
                """)).isEqualTo(200);
        assertThat(world.number("SELECT sum(available) FROM account")).isEqualTo(10 * 100_00 - 200 * 50);
    }

    @Test
    void betsThatWereReadAheadAndSettledMeanwhileAreReadAgainAndSettledOnce() throws Exception {
        MarketId left = world.market("left", "H");
        MarketId right = world.market("right", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        placeDoubles(20, punter, left, right);
        StoredResults.store(world, result(left, 1, "H WON"));
        StoredResults.store(world, result(right, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);
        Worker other = new Worker("other", world.worker(), 5);
        AtomicInteger batches = new AtomicInteger();

        PartLease lease = worker.leases.claimOldestDue().orElseThrow();
        worker.work(lease, afterTheFirstOf(batches, other::settleAll));

        assertThat(lease.marketId()).isEqualTo(left);
        assertThat(batches).hasValueGreaterThan(1);
        assertThat(world.texts("SELECT cause_ref || ' ' || count(*) FROM bet_settlement GROUP BY cause_ref ORDER BY 1"))
                .containsExactly("left@1 5", "right@1 15");
        assertThat(world.balances(punter)).isEqualTo(new Balances(100_00 + 20 * 5_00, 0));
        assertThat(world.number("SELECT count(unapplied_since) FROM settlement_job"))
                .isZero();
    }

    /** The other market's turn finds the bets open, as its news leaves them, and writes nothing that a batch could meet. */
    @Test
    void betsThatWereReadAheadAreNotSettledOnNewsThatAnotherMarketTookBackMeanwhile() throws Exception {
        MarketId left = world.market("left", "H");
        MarketId right = world.market("right", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        placeDoubles(20, punter, left, right);
        StoredResults.store(world, result(left, 1, "H WON"));
        StoredResults.store(world, result(right, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);
        Worker other = new Worker("other", world.worker(), 5);
        AtomicInteger batches = new AtomicInteger();

        worker.work(worker.leases.claimOldestDue().orElseThrow(), afterTheFirstOf(batches, () -> {
            StoredResults.store(world, rollback(right, 2));
            other.settleAll();
        }));

        assertThat(batches).hasValueGreaterThan(1);
        assertThat(world.number("SELECT count(unapplied_since) FROM settlement_job"))
                .isZero();
        assertThat(world.texts("""
                        SELECT kind || ' ' || version || ' ' || count(*)
                          FROM (SELECT DISTINCT ON (bet_id) * FROM bet_settlement ORDER BY bet_id, version DESC) AS newest
                         GROUP BY kind, version
                        """)).containsExactly("REOPENED 2 5");
        assertThat(world.balances(punter)).isEqualTo(new Balances(80_00, 20_00));
    }

    /** Whoever holds the row of another market's job is about to change it: the page is read again, and nobody waits. */
    @Test
    void whoHoldsAnotherMarketsJobIsNotWaitedFor() throws Exception {
        MarketId left = world.market("left", "H");
        MarketId right = world.market("right", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        placeDoubles(1, punter, left, right);
        StoredResults.store(world, result(right, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);
        worker.settleAll();
        StoredResults.store(world, result(left, 1, "H WON"));
        PartLease lease = worker.leases.claimOldestDue().orElseThrow();
        Page page = worker.bets.readPage(lease, 5);
        try (Connection intake = world.database().connectAsSuperuser();
                Statement statement = intake.createStatement()) {
            intake.setAutoCommit(false);
            statement.execute("SELECT FROM settlement_job WHERE market_id = 'right' FOR NO KEY UPDATE");

            assertThat(write(worker, lease, page)).isEqualTo(SettlementBatch.Outcome.OVERTAKEN);
            intake.rollback();
        }
        assertThat(write(worker, lease, page)).isEqualTo(SettlementBatch.Outcome.COMMITTED);
    }

    @Test
    void theFirstBatchWaitsForAPlacementThatSawTheSelectionOpen() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        Worker worker = new Worker("worker", world.worker(), 5);
        try (Connection placing = world.database().connect(DatabaseRole.BET_API)) {
            placing.setAutoCommit(false);
            UUID bet = world.placeIn(placing, Placed.single(punter, market, "H", "2.50", 10_00));
            StoredResults.store(world, result(market, 1, "H WON"));
            Thread lane = worker.start();
            Thread.sleep(300);
            try (Statement statement = placing.createStatement()) {
                statement.execute("SELECT 1");
            }
            assertThat(world.number("SELECT count(unapplied_since) FROM settlement_job"))
                    .isEqualTo(1);

            placing.commit();

            awaitApplied();
            assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT m@1");
            worker.stop();
            lane.join();
        }
    }

    @Test
    void aFailingMarketIsPostponedAndHoldsUpNoOther() throws Exception {
        MarketId broken = marketWithBets("broken", 1);
        MarketId sound = marketWithBets("sound", 1);
        world.execute("UPDATE bet_leg SET price = 'nonsense' WHERE market_id = 'broken'");
        StoredResults.store(world, result(broken, 1, "H WON"));
        StoredResults.store(world, result(sound, 1, "H WON"));
        Worker worker = new Worker("worker", world.worker(), 5);

        Thread lane = worker.start();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(world.balances(new AccountId("punter-of-sound")))
                        .isEqualTo(new Balances(10_000_00 + 150, 0)));
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(
                                world.number("SELECT attempts FROM settlement_part WHERE market_id = 'broken'"))
                        .isGreaterThan(1));
        assertThat(world.text("SELECT last_error FROM settlement_part WHERE market_id = 'broken'"))
                .contains("decimal odds");
        worker.stop();
        lane.join();
    }

    private MarketId marketWithBets(String id, int bets) throws SQLException {
        MarketId market = world.market(id, "H");
        AccountId punter = world.account("punter-of-" + id, "GBP", 10_000_00);
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < bets; i++) {
            placed.add(Placed.single(punter, market, "H", "2.50", 1_00));
        }
        world.placeAll(placed);
        return market;
    }

    private void awaitApplied() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                world.number("SELECT count(*) FROM settlement_job WHERE unapplied_since IS NOT NULL"))
                        .isZero());
    }

    private void placeDoubles(int count, AccountId punter, MarketId left, MarketId right) throws SQLException {
        List<PlacedLeg> legs = List.of(new PlacedLeg(left, "H", "2.00"), new PlacedLeg(right, "H", "3.00"));
        world.placeAll(Collections.nCopies(count, new Placed(punter, "GBP", 1_00, Instant.now(), legs)));
    }

    /** What happens while somebody else works. */
    private interface Interlude {
        void run() throws SQLException;
    }

    /** Never stops a turn, counts its batches, and lets something happen before the second. */
    private static BooleanSupplier afterTheFirstOf(AtomicInteger batches, Interlude interlude) {
        return () -> {
            if (batches.getAndIncrement() == 1) {
                try {
                    interlude.run();
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            }
            return false;
        };
    }

    private static SettlementBatch.Outcome write(Worker worker, PartLease lease, Page page) throws SQLException {
        return worker.batch
                .write(lease, page, SettlementPlan.of(page, Rounding.HALF_UP), positionAfter(page), PageSource.MARKET)
                .outcome();
    }

    private static PagePosition positionAfter(Page page) {
        var last = page.bets().getLast().bet();
        return new PagePosition(last.accountId(), last.betId());
    }
}
