package matchnight.settlement.apply;

import static matchnight.settlement.testing.Events.cancel;
import static matchnight.settlement.testing.Events.result;
import static matchnight.settlement.testing.Events.rollback;
import static matchnight.settlement.testing.Events.rollbackCancel;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.result.Certainty;
import matchnight.settlement.result.Window;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import matchnight.settlement.testing.World.PlacedLeg;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settlement leaves in the ledger, on a real PostgreSQL. */
class SettlementTest {

    private final World world = World.create();
    private Worker worker = new Worker("worker-1", world.worker(), 3);

    @AfterEach
    void invariantsHold() throws Exception {
        Invariants.hold(world);
        world.close();
    }

    @Test
    void aWonSinglePaysItsStakeTimesItsPrice() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 100_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        settleBy(result(market, 1, "H WON", "A LOST"));

        assertThat(world.balances(punter)).isEqualTo(new Balances(115_00, 0));
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT m@1");
        assertThat(world.entries(bet))
                .containsExactly("STAKE_RESERVED -1000 1000", "STAKE_DEBITED 0 -1000 v1", "RETURNS_CREDITED 2500 0 v1");
        assertThat(world.announced(bet)).containsExactly("BetAccepted", "BetSettled v1");
    }

    @Test
    void aLostSingleOnlyTakesItsStake() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 100_00);
        UUID bet = world.place(Placed.single(punter, market, "A", "2.50", 10_00));

        settleBy(result(market, 1, "H WON", "A LOST"));

        assertThat(world.balances(punter)).isEqualTo(new Balances(90_00, 0));
        assertThat(world.entries(bet)).containsExactly("STAKE_RESERVED -1000 1000", "STAKE_DEBITED 0 -1000 v1");
    }

    @Test
    void aVoidSingleReleasesItsStakeAndIsNoLoss() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 100_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        settleBy(result(market, 1, "H VOID"));

        assertThat(world.balances(punter)).isEqualTo(new Balances(100_00, 0));
        assertThat(world.settlements(bet)).containsExactly("1 VOIDED 1000 RESULT m@1");
        assertThat(world.entries(bet)).containsExactly("STAKE_RESERVED -1000 1000", "STAKE_RELEASED 1000 -1000 v1");
        assertThat(world.announced(bet)).containsExactly("BetAccepted", "BetVoided v1");
    }

    /** Exact returns, rounded half up once, to the currency's own digits. */
    @ParameterizedTest
    @CsvSource({
        "GBP, 1.95, HALF_WON,  10001, 14751",
        "GBP, 1.95, HALF_LOST, 10001,  5001",
        "GBP, 1.95, LOST,      10001,     0",
        "JPY, 2.05, WON,         101,   207",
        "JPY, 1.01, HALF_WON,     99,    99",
        "JPY, 11/8, WON,           4,    10",
        "JPY, 2.00, HALF_LOST,     1,     1",
        "KWD, 1.3333, WON,      1000,  1333",
        "KWD, 100/30, WON,         1,     4",
        "KWD, 3.0005, HALF_WON, 1001,  2002",
    })
    void returnsAreRoundedOnceToTheCurrencysDigits(
            String currency, String price, String outcome, long stake, long returns) throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", currency, stake);
        world.place(Placed.single(punter, market, "H", price, stake).in(currency));

        settleBy(result(market, 1, "H " + outcome));

        assertThat(world.balances(punter)).isEqualTo(new Balances(returns, 0));
    }

    @Test
    void aCorrectionReversesEveryEntryBeforeItPostsTheNewOnes() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        settleBy(result(market, 1, "H WON", "A LOST"));
        settleBy(result(market, 2, "H LOST", "A WON"));
        settleBy(result(market, 3, "H VOID", "A VOID"));
        settleBy(result(market, 4, "H WON", "A LOST"));

        assertThat(world.entries(bet))
                .containsExactly(
                        "STAKE_RESERVED -1000 1000",
                        "STAKE_DEBITED 0 -1000 v1",
                        "RETURNS_CREDITED 2500 0 v1",
                        "RETURNS_CREDIT_REVERSED -2500 0 v2",
                        "STAKE_DEBIT_REVERSED 0 1000 v2",
                        "STAKE_DEBITED 0 -1000 v2",
                        "STAKE_DEBIT_REVERSED 0 1000 v3",
                        "STAKE_RELEASED 1000 -1000 v3",
                        "STAKE_RELEASE_REVERSED -1000 1000 v4",
                        "STAKE_DEBITED 0 -1000 v4",
                        "RETURNS_CREDITED 2500 0 v4");
        assertThat(world.announced(bet))
                .containsExactly(
                        "BetAccepted", "BetSettled v1", "BetResettled v2", "BetResettled v3", "BetResettled v4");
        assertThat(world.balances(punter)).isEqualTo(new Balances(25_00, 0));
    }

    @Test
    void winningsThatWereSpentLeaveADebtWithADateThatEndsWhenItIsPaid() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        settleBy(result(market, 1, "H WON", "A LOST"));
        world.withdraw(punter, 25_00);

        settleBy(result(market, 2, "H LOST", "A WON"));

        assertThat(world.balances(punter)).isEqualTo(new Balances(-25_00, 0));
        assertThat(world.number("SELECT count(debt_since) FROM account")).isEqualTo(1);

        settleBy(result(market, 3, "H WON", "A LOST"));

        assertThat(world.balances(punter)).isEqualTo(new Balances(0, 0));
        assertThat(world.number("SELECT count(debt_since) FROM account")).isZero();
    }

    @Test
    void aRollbackOpensTheBetsAgainAndANewResultSettlesThem() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        settleBy(result(market, 1, "H WON", "A LOST"));

        settleBy(rollback(market, 2));

        assertThat(world.balances(punter)).isEqualTo(new Balances(0, 10_00));
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT m@1", "2 REOPENED ROLLBACK m@2");

        settleBy(result(market, 3, "H LOST", "A WON"));

        assertThat(world.balances(punter)).isEqualTo(new Balances(0, 0));
        assertThat(world.entries(bet))
                .endsWith(
                        "RETURNS_CREDIT_REVERSED -2500 0 v2",
                        "STAKE_DEBIT_REVERSED 0 1000 v2",
                        "STAKE_DEBITED 0 -1000 v3");
    }

    @Test
    void aSelectionThatTheNewResultDoesNotNameIsOpenAgain() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        settleBy(result(market, 1, "H WON"));

        settleBy(result(market, 2, "A LOST"));

        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT m@1", "2 REOPENED RESULT m@2");
        assertThat(world.balances(punter)).isEqualTo(new Balances(0, 10_00));
    }

    @Test
    void aCancelVoidsTheBetsOfItsWindowOnlyAndItsRollbackUndoesExactlyThat() throws Exception {
        MarketId market = world.market("m", "H", "A");
        AccountId punter = world.account("punter", "GBP", 30_00);
        Instant noon = Instant.parse("2026-01-01T12:00:00Z");
        Window window = new Window(noon, noon.plusSeconds(60));
        UUID before =
                world.place(Placed.single(punter, market, "H", "2.50", 10_00).acceptedAt(noon.minusMillis(1)));
        UUID at = world.place(Placed.single(punter, market, "H", "2.50", 10_00).acceptedAt(noon.plusSeconds(60)));
        UUID after =
                world.place(Placed.single(punter, market, "H", "2.50", 10_00).acceptedAt(noon.plusMillis(60_001)));

        settleBy(result(market, 1, "H WON"));
        settleBy(cancel(market, 2, window));

        assertThat(world.settlements(before)).containsExactly("1 SETTLED 2500 RESULT m@1");
        assertThat(world.settlements(at)).containsExactly("1 SETTLED 2500 RESULT m@1", "2 VOIDED 1000 CANCEL m@2");
        assertThat(world.settlements(after)).containsExactly("1 SETTLED 2500 RESULT m@1");

        settleBy(rollbackCancel(market, 3, window));

        assertThat(world.settlements(at)).last().isEqualTo("3 SETTLED 2500 RESULT m@1");
        assertThat(world.balances(punter)).isEqualTo(new Balances(75_00, 0));
    }

    @Test
    void aLiveResultPaysNothingUntilItIsConfirmed() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        settleBy(result(Certainty.LIVE, market, 1, "H WON"));
        assertThat(world.settlements(bet)).isEmpty();

        settleBy(result(market, 2, "H WON"));
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT m@2");
    }

    @Test
    void aMarketThatPaysOnLiveMovesNoMoneyWhenTheSameIsConfirmed() throws Exception {
        MarketId market = world.market("m", "H");
        world.execute("UPDATE market SET pays_on = 'LIVE'");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        settleBy(result(Certainty.LIVE, market, 1, "H WON"));
        settleBy(result(market, 2, "H WON"));

        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 2500 RESULT m@1");
    }

    @Test
    void aPageMayHoldManyBetsOfOneAccountAndManyAccounts() throws Exception {
        MarketId market = world.market("m", "H", "A");
        List<Placed> bets = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            AccountId punter = world.account("punter-" + (9 - i), "GBP", 100_00);
            for (int j = 0; j < 5; j++) {
                bets.add(Placed.single(punter, market, j % 2 == 0 ? "H" : "A", "3.00", 1_00));
            }
        }
        world.placeAll(bets);

        new Worker("worker", world.worker(), 7).settleAll();
        settleBy(result(market, 1, "H WON", "A LOST"));

        assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(50);
        assertThat(world.number("SELECT bets_settled FROM settlement_part")).isEqualTo(50);
        assertThat(world.number("SELECT sum(available) FROM account")).isEqualTo(10 * (95_00 + 3 * 3_00));
        assertThat(
                        world.number(
                                "SELECT count(*) FROM settlement_job WHERE applied_revision = revision AND unapplied_since IS NULL"))
                .isEqualTo(1);
    }

    @Test
    void anAccumulatorIsSettledByWhoeverDecidesItsLastLeg() throws Exception {
        MarketId first = world.market("m1", "H");
        MarketId second = world.market("m2", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        UUID bet = world.place(new Placed(
                punter,
                "GBP",
                10_00,
                Instant.now(),
                List.of(new PlacedLeg(first, "H", "2.00"), new PlacedLeg(second, "H", "3.00"))));

        settleBy(result(second, 1, "H WON"));
        assertThat(world.settlements(bet)).isEmpty();
        settleBy(result(first, 1, "H WON"));
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 6000 RESULT m1@1");

        settleBy(result(second, 2, "H VOID"));
        assertThat(world.settlements(bet)).last().isEqualTo("2 SETTLED 2000 RESULT m2@2");
    }

    @Test
    void theProofSaysWhatTheReturnsWereComputedFrom() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 1_01);
        world.place(Placed.single(punter, market, "H", "11/8", 1_01));

        settleBy(result(market, 4, "H HALF_WON"));

        assertThat(world.text("SELECT exact_returns || ' ' || returns || ' rule ' || rule_version FROM bet_settlement"))
                .isEqualTo("2727/1600 170 rule 1");
        assertThat(world.text("SELECT proof FROM bet_settlement")).isEqualTo("""
                        {"sum": "2727/1600", "form": 2, "legs": [{"leg": 1, "event": "m@4", "price": "11/8", \
                        "factor": "27/16", "result": "HALF_WON"}], "rule": 1, "exact": "2727/1600", "lines": 1, \
                        "returns": "1.70", "currency": "GBP", "rounding": "HALF_UP", "roundedBy": "-7/1600", \
                        "unitStake": "1.01", "winLinesPaid": 1}""");
    }

    @Test
    void theProofOfAReopenedBetSaysWhichLegsAreOpen() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        settleBy(result(market, 1, "H WON"));
        settleBy(rollback(market, 2));

        assertThat(world.text("SELECT proof FROM bet_settlement WHERE version = 2"))
                .isEqualTo("""
                        {"form": 2, "kind": "REOPENED", "legs": [], "openLegs": [1]}""");
    }

    /** 1.01 at 1.50 is 1.515 exactly: 1.52 by HALF_UP and HALF_EVEN, 1.51 by DOWN. */
    @Test
    void aNewRoundingPolicyMovesNothingThatIsPaidAndRoundsWhatIsCorrected() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 1_01);
        UUID bet = world.place(Placed.single(punter, market, "H", "1.50", 1_01));
        settleBy(result(market, 1, "H WON"));

        worker = new Worker("other-policy", world.worker(), Rounding.DOWN);
        settleBy(result(market, 2, "H WON"));
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 152 RESULT m@1");

        settleBy(result(market, 3, "H LOST"));
        settleBy(result(market, 4, "H WON"));
        assertThat(world.settlements(bet))
                .containsExactly("1 SETTLED 152 RESULT m@1", "2 SETTLED 0 RESULT m@3", "3 SETTLED 151 RESULT m@4");
        assertThat(world.texts(
                        "SELECT rule_version || ' ' || (proof ->> 'rounding') FROM bet_settlement ORDER BY version"))
                .containsExactly("1 HALF_UP", "2 DOWN", "2 DOWN");
        assertThat(world.balances(punter)).isEqualTo(new Balances(1_51, 0));
    }

    /**
     * An each-way Lucky 15 of 30 unit stakes: one won, one placed, one lost, one void; then the lost one won after all.
     */
    @Test
    void anEachWayLucky15IsPaidOnceItsLastLegIsDecidedAndAgainWhenALegIsCorrected() throws Exception {
        AccountId punter = world.account("punter", "GBP", 30_00);
        List<MarketId> races = List.of(
                world.market("r1", "H"), world.market("r2", "H"), world.market("r3", "H"), world.market("r4", "H"));
        List<PlacedLeg> legs = races.stream()
                .map(race -> new PlacedLeg(race, "H", "2.50", "1/4"))
                .toList();
        UUID bet = world.place(new Placed(punter, "GBP", 30_00, Instant.now(), legs).as(BetType.LUCKY15, 30));

        settleBy(result(races.get(0), 1, "H WON"));
        settleBy(result(races.get(1), 1, "H PLACED"));
        settleBy(result(races.get(2), 1, "H LOST"));
        assertThat(world.settlements(bet)).isEmpty();
        settleBy(result(races.get(3), 1, "H VOID"));

        // Win lines: 3.5 x 1 x 1 x 2 - 1 = 6; place lines: 2.375 x 2.375 x 1 x 2 - 1 = 10.28125.
        assertThat(world.settlements(bet)).containsExactly("1 SETTLED 1628 RESULT r4@1");
        assertThat(world.balances(punter)).isEqualTo(new Balances(16_28, 0));

        settleBy(result(races.get(2), 2, "H WON"));

        // Win lines: 3.5 x 1 x 3.5 x 2 - 1 = 23.5; place lines: 2.375 x 2.375 x 2.375 x 2 - 1 = 25.79296875.
        assertThat(world.settlements(bet)).last().isEqualTo("2 SETTLED 4929 RESULT r3@2");
        assertThat(world.balances(punter)).isEqualTo(new Balances(49_29, 0));
    }

    private void settleBy(matchnight.settlement.result.MarketResult event) throws Exception {
        StoredResults.store(world, event);
        worker.settleAll();
    }
}
