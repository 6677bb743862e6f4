package matchnight.settlement.exposure;

import static matchnight.settlement.testing.Events.result;
import static matchnight.settlement.testing.Events.rollback;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.audit.ExposureEqualsStandingBets;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.apply.Settling;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.settlement.testing.World.PlacedLeg;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Exposure is given back for void bets and taken again when a void is undone, whoever folds it in and in what order. */
class ExposureFoldTest {

    private static final long LIMIT = 1_000;

    private final World world = World.create();
    private final Settling settling = Settling.in(world);
    private final ExposureFold fold = fold(50, 8);

    @AfterEach
    void invariantsHold() throws Exception {
        Invariants.hold(world);
        assertThat(exposure().ok()).as(exposure().toString()).isTrue();
        world.close();
    }

    private ExposureFold fold(int rows, int selections) {
        return new ExposureFold(world.worker(), new ExposureSettings(Duration.ofSeconds(1), rows, selections));
    }

    @Test
    void aVoidGivesItsLiabilityBackAndALossGivesNothing() throws Exception {
        MarketId market = market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 100_00);
        place(Placed.single(punter, market, "H", "2.00", 400), 400);
        place(Placed.single(punter, market, "A", "2.00", 300), 300);

        settling.by(result(market, 1, "H VOID", "A LOST"));
        assertThat(counted("m", "H")).isEqualTo("400 of 1000");
        assertThat(exposure().ok()).as("owed by exposure_due").isTrue();
        fold.run();

        assertThat(counted("m", "H")).isEqualTo("0 of 1000");
        assertThat(counted("m", "A")).isEqualTo("300 of 1000");
        assertThat(due()).isZero();
        assertThat(world.texts("SELECT share::text FROM market_exposure WHERE selection_id = 'H'"))
                .as("room in every counter")
                .containsOnly("250");
    }

    @Test
    void aVoidThatIsUndoneIsTakenAgainAndWhereItsRoomHasGoneNothingIsLeft() throws Exception {
        MarketId market = market("m", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        place(Placed.single(punter, market, "H", "2.00", 700), 700);
        settling.by(result(market, 1, "H VOID"));
        fold.run();
        place(Placed.single(punter, market, "H", "2.00", 800), 800);

        settling.by(result(market, 2, "H WON"));
        fold.run();
        assertThat(counted("m", "H")).isEqualTo("1500 of 1500");

        settling.by(result(market, 3, "H VOID"));
        fold.run();
        assertThat(counted("m", "H")).isEqualTo("0 of 1000");
    }

    @Test
    void aVoidThatWasUndoneBeforeItWasFoldedChangesNothing() throws Exception {
        MarketId market = market("m", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        place(Placed.single(punter, market, "H", "2.00", 1_000), 1_000);
        settling.by(result(market, 1, "H VOID"));
        settling.by(rollback(market, 2));
        settling.by(result(market, 3, "H VOID"));
        settling.by(result(market, 4, "H LOST"));
        assertThat(due()).isEqualTo(4);

        fold.run();

        assertThat(counted("m", "H")).isEqualTo("1000 of 1000");
        assertThat(due()).isZero();
    }

    /** The undoing is not folded before the void that it undoes, which another worker holds. */
    @Test
    void oneBetsRowsAreFoldedInTheirOrder() throws Exception {
        MarketId market = market("m", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        place(Placed.single(punter, market, "H", "2.00", 600), 600);
        settling.by(result(market, 1, "H VOID"));
        settling.by(result(market, 2, "H LOST"));
        settling.by(result(market, 3, "H VOID"));
        try (Connection other = world.database().connectAsSuperuser()) {
            other.setAutoCommit(false);
            other.createStatement().execute("SELECT FROM exposure_due WHERE settlement_version = 1 FOR UPDATE");
            fold.run();
            assertThat(due()).isEqualTo(3);
            other.rollback();
        }
        fold.run();
        assertThat(counted("m", "H")).isEqualTo("0 of 1000");
        assertThat(due()).isZero();
    }

    @Test
    void aMultipleGivesBackOnlyWhenAllOfItIsVoid() throws Exception {
        MarketId first = market("m1", "H");
        MarketId second = market("m2", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        List<PlacedLeg> legs = List.of(new PlacedLeg(first, "H", "2.00"), new PlacedLeg(second, "H", "2.00"));
        place(new Placed(punter, "GBP", 100, Instant.now(), legs), 100);

        settling.by(result(first, 1, "H VOID"));
        fold.run();
        assertThat(counted("m1", "H")).isEqualTo("100 of 1000");

        settling.by(result(second, 1, "H VOID"));
        fold.run();
        assertThat(counted("m1", "H")).isEqualTo("0 of 1000");
        assertThat(counted("m2", "H")).isEqualTo("0 of 1000");
    }

    @Test
    void countersThatSomebodyHoldsAreLeftForLaterAndKeepNobodyElseWaiting() throws Exception {
        MarketId held = market("held", "H");
        MarketId free = market("free", "H");
        AccountId punter = world.account("punter", "GBP", 100_00);
        place(Placed.single(punter, held, "H", "2.00", 400), 400);
        place(Placed.single(punter, free, "H", "2.00", 400), 400);
        settling.by(result(held, 1, "H VOID"));
        settling.by(result(free, 1, "H VOID"));
        ExposureFold oneByOne = fold(1, 1);
        try (Connection placement = world.database().connect(DatabaseRole.BET_API)) {
            placement.setAutoCommit(false);
            placement
                    .createStatement()
                    .execute("SELECT FROM market_exposure WHERE market_id = 'held' AND bucket = 2 FOR UPDATE");
            long startNanos = System.nanoTime();
            oneByOne.run();
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(1));
            assertThat(counted("held", "H")).isEqualTo("400 of 1000");
            assertThat(counted("free", "H")).isEqualTo("0 of 1000");
            placement.rollback();
        }
        oneByOne.run();
        assertThat(counted("held", "H")).isEqualTo("0 of 1000");
    }

    /** What a change of the limit did not share out, because it knew of no room, is not shared out by the old limit. */
    @Test
    void aLimitThatWasLoweredIsTheOneThatCounts() throws Exception {
        MarketId market = market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 100_00);
        place(Placed.single(punter, market, "H", "2.00", 800), 800);
        place(Placed.single(punter, market, "A", "2.00", 400), 400);
        settling.by(result(market, 1, "H VOID", "A VOID"));
        try (Connection trader = world.database().connect(DatabaseRole.BET_API);
                ExecutorService other = Executors.newSingleThreadExecutor()) {
            trader.setAutoCommit(false);
            trader.createStatement().execute("UPDATE market SET liability_limit = 500");
            Future<?> folding = other.submit(() -> {
                fold.run();
                return null;
            });
            Thread.sleep(100);
            trader.commit();
            folding.get();
        }
        fold.run();

        assertThat(counted("m", "H")).isEqualTo("0 of 500");
        assertThat(counted("m", "A")).isEqualTo("0 of 500");
    }

    /** Many bets, voided and undone, folded by four at once: what is counted is what stands. */
    @Test
    void fourFoldsAtOnceGiveEveryBetBackOnce() throws Exception {
        List<MarketId> markets = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            markets.add(market("m" + i, "H"));
        }
        AccountId punter = world.account("punter", "GBP", 100_000_00);
        for (int i = 0; i < 100; i++) {
            place(Placed.single(punter, markets.get(i % 5), "H", "2.00", 10), 10);
        }
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService crowd = Executors.newFixedThreadPool(4)) {
            List<Future<?>> folds = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ExposureFold own = fold(7, 2);
                folds.add(crowd.submit(() -> {
                    while (!isOver.get()) {
                        own.run();
                    }
                    return null;
                }));
            }
            for (int version = 1; version <= 5; version++) {
                for (int i = 0; i < 5; i++) {
                    String outcome = (version + i) % 2 == 0 ? "H VOID" : "H LOST";
                    settling.by(result(markets.get(i), version, outcome));
                }
            }
            isOver.set(true);
            for (Future<?> one : folds) {
                one.get();
            }
        }
        fold.run();

        assertThat(due()).isZero();
        for (int i = 0; i < 5; i++) {
            assertThat(counted("m" + i, "H")).isEqualTo((5 + i) % 2 == 0 ? "0 of 1000" : "200 of 1000");
        }
    }

    private MarketId market(String id, String... selections) throws Exception {
        MarketId market = world.market(id, selections);
        world.execute("UPDATE market SET liability_limit = %d WHERE market_id = '%s'".formatted(LIMIT, id));
        world.execute("""
                INSERT INTO market_exposure (market_id, selection_id, bucket, share)
                SELECT market_id, selection_id, bucket, %d
                  FROM selection CROSS JOIN generate_series(0, 3) AS bucket
                 WHERE market_id = '%s'
                """.formatted(LIMIT / 4, id));
        return market;
    }

    /** Places a bet whose legs are liable for so much each, and counts it, moving shares as placement does. */
    private void place(Placed bet, long liability) throws Exception {
        UUID id = world.place(bet);
        world.execute("UPDATE bet_leg SET liability = %d WHERE bet_id = '%s'".formatted(liability, id));
        for (PlacedLeg leg : bet.legs()) {
            world.execute("""
                    WITH total AS (
                        SELECT sum(liability) + %1$d AS liability, sum(share) AS share
                          FROM market_exposure
                         WHERE market_id = '%2$s' AND selection_id = '%3$s'
                    )
                    UPDATE market_exposure
                       SET liability = CASE bucket WHEN 0 THEN total.liability ELSE 0 END,
                           share = CASE bucket WHEN 0 THEN total.share ELSE 0 END
                      FROM total
                     WHERE market_id = '%2$s' AND selection_id = '%3$s'
                    """.formatted(liability, leg.market(), leg.selection()));
        }
    }

    private String counted(String market, String selection) throws Exception {
        return world.texts("""
                SELECT sum(liability) || ' of ' || sum(share)
                  FROM market_exposure
                 WHERE market_id = '%s' AND selection_id = '%s'
                """.formatted(market, selection)).getFirst();
    }

    private long due() throws Exception {
        return world.number("SELECT count(*) FROM exposure_due");
    }

    private Finding exposure() throws Exception {
        try (Connection reader = world.database().connect(DatabaseRole.READER)) {
            return new ExposureEqualsStandingBets().check(reader);
        }
    }
}
