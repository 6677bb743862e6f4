package matchnight.settlement.hold;

import static matchnight.settlement.testing.Events.cancel;
import static matchnight.settlement.testing.Events.result;
import static matchnight.settlement.testing.Events.rollback;
import static matchnight.settlement.testing.Events.rollbackCancel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Money;
import matchnight.settlement.apply.Settling;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.result.Window;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A person voids an open bet once, and results leave it alone from then on. */
class VoidBetTest {

    private final World world = World.create();
    private final Settling settling = Settling.in(world);
    private final VoidBet voidBet = new VoidBet(world.worker());

    @AfterEach
    void invariantsHold() throws Exception {
        Invariants.hold(world);
        world.close();
    }

    @Test
    void anOpenBetGivesItsStakeBackOnceAndTheReasonStandsInTheAuditLog() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        world.execute("INSERT INTO overdue_hold SELECT bet_id, account_id, owner, currency, stake, now() FROM bet");
        world.execute("INSERT INTO settlement_skipped SELECT 'm', 0, account_id, bet_id, 'FAILED' FROM bet");

        VoidBet.Outcome first = voidBet.run(bet, "ann", "the match was never played");
        assertThat(world.number("SELECT count(*) FROM settlement_skipped")).isZero();
        VoidBet.Outcome again = voidBet.run(bet, "ben", "for good measure");

        assertThat(first).isEqualTo(new VoidBet.Outcome.Voided(bet, 1, Money.parse("10.00", gbp()), false));
        assertThat(again).isEqualTo(new VoidBet.Outcome.Voided(bet, 1, Money.parse("10.00", gbp()), true));
        assertThat(world.balances(punter)).isEqualTo(new Balances(10_00, 0));
        String auditId = world.text("SELECT audit_id::text FROM audit_log");
        assertThat(world.settlements(bet)).containsExactly("1 VOIDED 1000 PERSON " + auditId);
        assertThat(world.entries(bet)).containsExactly("STAKE_RESERVED -1000 1000", "STAKE_RELEASED 1000 -1000 v1");
        assertThat(world.announced(bet)).containsExactly("BetAccepted", "BetVoided v1");
        assertThat(world.texts("SELECT actor || '|' || action || '|' || subject || '|' || reason FROM audit_log"))
                .containsExactly("ann|BET_VOIDED|bet/" + bet + "|the match was never played");
        assertThat(world.number("SELECT count(*) FROM overdue_hold")).isZero();
        assertThat(world.texts("SELECT bet_id || ' ' || settlement_version || ' ' || is_given_back FROM exposure_due"))
                .containsExactly(bet + " 1 true");
    }

    @Test
    void resultsRollbacksAndCancelsLeaveAPersonsVoidAlone() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 20_00);
        UUID voided = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        UUID other = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        voidBet.run(voided, "ann", "typed in twice");

        settling.by(result(market, 1, "H WON", "A LOST"));
        settling.by(rollback(market, 2));
        settling.by(result(market, 3, "H LOST", "A WON"));
        settling.by(cancel(market, 4, new Window(null, null)));
        settling.by(rollbackCancel(market, 5, new Window(null, null)));

        assertThat(world.settlements(voided)).hasSize(1).first().asString().startsWith("1 VOIDED 1000 PERSON");
        assertThat(world.settlements(other)).hasSizeGreaterThan(3);
        assertThat(world.balances(punter)).isEqualTo(new Balances(10_00, 0));
    }

    @Test
    void aReopenedBetIsVoidedAndStaysSo() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        settling.by(result(market, 1, "H WON"));
        assertThat(voidBet.run(bet, "ann", "no")).isEqualTo(new VoidBet.Outcome.SettledByResults(bet));
        settling.by(rollback(market, 2));

        voidBet.run(bet, "ann", "the match was abandoned");
        settling.by(result(market, 3, "H WON"));

        assertThat(world.settlements(bet)).hasSize(3).last().asString().startsWith("3 VOIDED 1000 PERSON");
        assertThat(world.announced(bet)).last().isEqualTo("BetResettled v3");
        assertThat(world.balances(punter)).isEqualTo(new Balances(10_00, 0));
    }

    @Test
    void whatResultsSettledIsRefusedAndNothingIsNoted() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        settling.by(result(market, 1, "H VOID"));

        assertThat(voidBet.run(bet, "ann", "too late")).isEqualTo(new VoidBet.Outcome.SettledByResults(bet));
        assertThat(voidBet.run(UUID.randomUUID(), "ann", "nothing")).isEqualTo(new VoidBet.Outcome.Unknown());
        assertThat(world.number("SELECT count(*) FROM audit_log")).isZero();
        assertThat(world.settlements(bet)).hasSize(1);
    }

    @Test
    void anAccountThatIsHeldIsWaitedForNoLongerThanTheLockTimeout() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        try (Connection holder = world.database().connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("SELECT FROM account FOR UPDATE");

            assertThatThrownBy(() -> voidBet.run(bet, "ann", "held"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            held -> assertThat(held.getSQLState()).isEqualTo("55P03"));
        }
        assertThat(world.settlements(bet)).isEmpty();
        assertThat(world.number("SELECT count(*) FROM audit_log")).isZero();
    }

    /** Fifteen bets on markets that are being settled, each voided by two people at the same moment: one settlement each. */
    @Test
    void ofABatchAndTwoPeopleOneWins() throws Exception {
        AccountId punter = world.account("punter", "GBP", 1_000_00);
        List<MarketId> markets = new ArrayList<>();
        List<UUID> bets = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            MarketId market = world.market("m" + i, "H");
            markets.add(market);
            bets.add(world.place(Placed.single(punter, market, "H", "2.50", 10_00)));
        }
        for (MarketId market : markets) {
            StoredResults.store(world, result(market, 1, "H LOST"));
        }
        try (ExecutorService crowd = Executors.newFixedThreadPool(3)) {
            List<Future<?>> all = new ArrayList<>();
            all.add(crowd.submit(() -> {
                settling.all();
                return null;
            }));
            for (String person : List.of("ann", "ben")) {
                all.add(crowd.submit(() -> {
                    // From the other end than the batches.
                    for (UUID bet : bets.reversed()) {
                        voidBet.run(bet, person, "a race");
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        settling.all();

        for (UUID bet : bets) {
            assertThat(world.settlements(bet)).hasSize(1);
        }
        long voided = world.number("SELECT count(*) FROM bet_settlement WHERE kind = 'VOIDED'");
        assertThat(voided).as("bets that a person was first at").isPositive();
        assertThat(world.number("SELECT count(*) FROM audit_log")).isEqualTo(voided);
        assertThat(world.balances(punter)).isEqualTo(new Balances(850_00 + voided * 10_00, 0));
    }

    private static matchnight.ledger.money.CurrencyCode gbp() {
        return matchnight.ledger.money.CurrencyCode.of("GBP");
    }
}
