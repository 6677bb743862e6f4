package matchnight.settlement.hold;

import static matchnight.settlement.testing.Events.result;
import static matchnight.settlement.testing.Events.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.apply.Settling;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whichever way a bet becomes overdue, the list has it; whatever stands settled leaves it. */
class HoldSweepTest {

    /** The world's bets are to be settled so long after they were accepted. */
    private static final Duration UNTIL_DEADLINE = Duration.ofHours(3);

    private final World world = World.create();
    private final Settling settling = Settling.in(world);
    private final HoldSweep sweep = sweep(2_000, 20);

    @AfterEach
    void invariantsHold() throws Exception {
        Invariants.hold(world);
        world.close();
    }

    private HoldSweep sweep(int betsOnPage, int pagesInSweep) {
        return new HoldSweep(
                world.worker(),
                new HoldSettings(
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(1),
                        betsOnPage,
                        pagesInSweep,
                        Duration.ofSeconds(12)));
    }

    @Test
    void theFirstSweepsGoThroughAllBetsInBoundedSteps() throws Exception {
        MarketId open = world.market("open", "H");
        MarketId decided = world.market("decided", "H");
        AccountId punter = world.account("punter", "GBP", 200_00);
        List<UUID> overdue = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            overdue.add(
                    world.place(withDeadline(bet(punter, open), Instant.now().minusSeconds(60))));
            world.place(withDeadline(bet(punter, decided), Instant.now().minusSeconds(60)));
            world.place(bet(punter, open));
        }
        settling.by(result(decided, 1, "H WON"));
        HoldSweep small = sweep(4, 1);

        small.run();
        assertThat(listed()).as("the first four bets").hasSize(2);
        assertThat(world.text("SELECT swept_until::text FROM hold_sweep")).isEqualTo("-infinity");
        for (int i = 0; i < 3; i++) {
            small.run();
        }

        assertThat(listed()).containsExactlyElementsOf(overdue);
        assertThat(world.text("SELECT swept_until::text FROM hold_sweep")).isNotEqualTo("-infinity");
    }

    @Test
    void anOpenBetIsListedWhenItsDeadlinePassesAndLeavesTheListWhenItIsSettled() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 200_00);
        sweep.run();
        Instant deadline = Instant.now().plusMillis(700);
        UUID overdue = world.place(withDeadline(bet(punter, market), deadline));
        world.place(bet(punter, market));
        sweep.run();
        assertThat(listed()).isEmpty();

        awaitPassed(deadline);
        sweep.run();

        assertThat(listed()).containsExactly(overdue);
        assertThat(world.texts(
                        "SELECT owner || ' ' || account_id || ' ' || currency || ' ' || stake FROM overdue_hold"))
                .containsExactly("desk-1 punter GBP 1000");

        settling.by(result(market, 1, "H WON"));
        sweep.run();
        assertThat(listed()).isEmpty();
    }

    @Test
    void manyBetsOfOneDeadlineAreSweptPageByPage() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 200_00);
        HoldSweep small = sweep(3, 2);
        small.run();
        Instant deadline = Instant.now().plusMillis(500);
        List<Placed> bets = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            bets.add(withDeadline(bet(punter, market), deadline));
        }
        List<UUID> placed = world.placeAll(bets);
        awaitPassed(deadline);

        small.run();
        assertThat(listed()).containsExactlyElementsOf(placed.subList(0, 6));
        small.run();
        small.run();

        assertThat(listed()).containsExactlyElementsOf(placed);
    }

    @Test
    void aBetThatIsAcceptedAfterItsDeadlineIsListed() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 200_00);
        sweep.run();

        UUID late = world.place(withDeadline(bet(punter, market), Instant.now().minusSeconds(3600)));
        sweep.run();

        assertThat(listed()).containsExactly(late);
    }

    /** Its id was drawn, and its deadline passed, before the sweep began: without waiting for it nobody would look again. */
    @Test
    void theWatermarkWaitsForABetThatCommitsLate() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 200_00);
        sweep.run();
        try (ExecutorService other = Executors.newSingleThreadExecutor();
                Connection placing = world.database().connect(DatabaseRole.BET_API)) {
            placing.setAutoCommit(false);
            UUID late = world.placeIn(
                    placing, withDeadline(bet(punter, market), Instant.now().minusSeconds(1)));
            Instant drawn = Instant.now();
            Future<?> running = other.submit(() -> {
                sweep.run();
                return null;
            });
            Thread.sleep(300);
            assertThat(running.isDone()).isFalse();
            assertThat(sweptUntil()).isBefore(drawn);
            placing.commit();
            running.get();

            assertThat(sweptUntil()).isAfter(drawn);
            assertThat(listed()).containsExactly(late);
        }
    }

    @Test
    void aBetThatIsReopenedAfterItsDeadlineIsListedAtOnceAndTakenOffWhenItIsSettledAgain() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 200_00);
        UUID bet = world.place(withDeadline(bet(punter, market), Instant.now().minusSeconds(60)));
        settling.by(result(market, 1, "H WON"));
        sweep.run();
        assertThat(listed()).isEmpty();

        settling.by(rollback(market, 2));
        assertThat(listed()).containsExactly(bet);
        sweep.run();
        assertThat(listed()).containsExactly(bet);

        settling.by(result(market, 3, "H LOST"));
        sweep.run();
        assertThat(listed()).isEmpty();
    }

    /** The reopening reads its clock before the deadline and commits after it: the sweep waits, and then finds the bet open. */
    @Test
    void aBetThatIsBeingReopenedWhileItsDeadlinePassesIsListed() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 200_00);
        Instant deadline = Instant.now().plusMillis(1_500);
        UUID bet = world.place(withDeadline(bet(punter, market), deadline));
        settling.by(result(market, 1, "H WON"));
        sweep.run();
        try (ExecutorService other = Executors.newSingleThreadExecutor();
                Connection settler = world.database().connect(DatabaseRole.SETTLEMENT_WORKER)) {
            settler.setAutoCommit(false);
            reopenAsASlowBatchWould(settler, bet);
            awaitPassed(deadline);
            Future<?> running = other.submit(() -> {
                sweep.run();
                return null;
            });
            Thread.sleep(300);
            settler.commit();
            running.get();
            assertThat(listed()).containsExactly(bet);
            world.execute("DELETE FROM bet_settlement WHERE version = 2");
        }
    }

    // Only what the sweep reads: no money moves, and the test takes it back.
    private static void reopenAsASlowBatchWould(Connection settler, UUID bet) throws Exception {
        try (PreparedStatement statement = settler.prepareStatement("""
                INSERT INTO bet_settlement (bet_id, version, account_id, kind, cause_type, cause_ref, rule_version, proof,
                                            settled_at)
                VALUES (?, 2, 'punter', 'REOPENED', 'ROLLBACK', 'm@2', 1, '{}', clock_timestamp())
                """)) {
            statement.setObject(1, bet);
            statement.executeUpdate();
        }
    }

    @Test
    void whereAnotherWorkerSweepsThereIsNothingToWaitFor() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 200_00);
        world.place(withDeadline(bet(punter, market), Instant.now().minusSeconds(60)));
        try (Connection other = world.database().connectAsSuperuser()) {
            other.setAutoCommit(false);
            other.createStatement().execute("SELECT FROM hold_sweep FOR UPDATE");

            sweep.run();

            assertThat(listed()).isEmpty();
            other.rollback();
        }
        sweep.run();
        assertThat(listed()).hasSize(1);
    }

    private static Placed bet(AccountId account, MarketId market) {
        return Placed.single(account, market, "H", "2.50", 10_00).acceptedAt(Instant.now());
    }

    private static Placed withDeadline(Placed bet, Instant deadline) {
        return bet.acceptedAt(deadline.minus(UNTIL_DEADLINE));
    }

    private static void awaitPassed(Instant deadline) {
        await().pollInterval(Duration.ofMillis(20)).until(() -> Instant.now().isAfter(deadline.plusMillis(20)));
    }

    private Instant sweptUntil() throws Exception {
        return Instant.ofEpochMilli(
                world.number("SELECT (extract(epoch FROM swept_until) * 1000)::bigint FROM hold_sweep"));
    }

    private List<UUID> listed() throws Exception {
        return world.texts("SELECT bet_id FROM overdue_hold ORDER BY bet_id").stream()
                .map(UUID::fromString)
                .toList();
    }
}
