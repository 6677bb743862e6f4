package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import matchnight.bets.rate.Rates;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.ExchangeRate;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");

    private static Offer offer() {
        return new Offer("GBP");
    }

    /** Each bet breaks a rule and all that come after it; the first is named. */
    @Test
    void refusesForTheFirstRuleBrokenAndNamesTheFirstLeg() {
        Offer all = offer();
        all.with(all.usual())
                .with(all.usual()
                        .of("derby")
                        .eachWay(null)
                        .in("EUR")
                        .closed()
                        .at("3.00")
                        .stakes(500, 100))
                .with(all.usual().of("final").eachWay(null).in("EUR").closed().at("3.00"))
                .with(all.usual().of("derby"))
                .with(all.usual().of("final"));
        assertThat(refusal(all, BetType.ACCUMULATOR))
                .isEqualTo(Refusal.ofLegs(RefusalCode.CORRELATED_LEGS, List.of(1, 2, 3, 4)));

        Offer winOnly = offer();
        winOnly.with(winOnly.usual())
                .with(winOnly.usual()
                        .eachWay(null)
                        .in("EUR")
                        .closed()
                        .at("3.00")
                        .stakes(500, 600))
                .with(winOnly.usual().eachWay(null));
        assertThat(refusal(winOnly, BetType.TRIXIE)).isEqualTo(Refusal.ofLeg(RefusalCode.EACH_WAY_NOT_OFFERED, 1));

        Offer euro = offer();
        euro.with(euro.usual())
                .with(euro.usual())
                .with(euro.usual().in("EUR").closed().at("3.00"));
        assertThat(refusal(euro, BetType.TRIXIE)).isEqualTo(Refusal.ofLeg(RefusalCode.CURRENCY_MISMATCH, 2));
        assertThat(refusal(euro.rate("EUR", "GBP", "0.85"), BetType.TRIXIE))
                .as("the rate back is another rate")
                .isEqualTo(Refusal.ofLeg(RefusalCode.CURRENCY_MISMATCH, 2));
        assertThat(refusal(euro.rate("GBP", "EUR", "1.17"), BetType.TRIXIE))
                .isEqualTo(Refusal.ofLeg(RefusalCode.MARKET_NOT_OPEN, 2));

        Offer moved = offer();
        moved.with(moved.usual())
                .with(moved.usual().at("3.00").stakes(500, 600))
                .with(moved.usual().at("2.00"));
        assertThat(refusal(moved, BetType.TRIXIE)).isEqualTo(Refusal.priceChanged(1, Price.of("3.00")));
        assertThat(moved.refuse(moved.bet(BetType.TRIXIE, true, 80, PriceChange.HIGHER)))
                .isEqualTo(Refusal.priceChanged(2, Price.of("2.00")));
    }

    private static Refusal refusal(Offer offer, BetType type) {
        return offer.refuse(offer.bet(type, true, 80, PriceChange.NONE));
    }

    @Test
    void anUnknownMarketOrSelectionComesBeforeWhatItsOtherLegsDo() {
        Offer offer = offer();
        offer.with(offer.usual().of("derby")).with(offer.usual().of("derby"));
        PlaceBet.Leg known = offer.bet(BetType.ACCUMULATOR, false, 10).legs().getFirst();
        assertThat(offer.refuse(replaceLast(
                        offer, new PlaceBet.Leg(new MarketId("x"), known.selectionId(), known.priceAsked()))))
                .isEqualTo(Refusal.ofLeg(RefusalCode.UNKNOWN_MARKET, 1));
        assertThat(offer.refuse(replaceLast(
                        offer, new PlaceBet.Leg(known.marketId(), new SelectionId("x"), known.priceAsked()))))
                .isEqualTo(Refusal.ofLeg(RefusalCode.UNKNOWN_SELECTION, 1));
    }

    private static PlaceBet replaceLast(Offer offer, PlaceBet.Leg leg) {
        PlaceBet bet = offer.bet(BetType.ACCUMULATOR, false, 10);
        return new PlaceBet(
                bet.key(),
                bet.accountId(),
                bet.type(),
                bet.stake(),
                List.of(bet.legs().getFirst(), leg),
                false,
                bet.priceChange(),
                bet.context(),
                bet.receivedAt());
    }

    @Test
    void theAccountComesFirst() {
        Offer offer = offer();
        offer.with(offer.usual().closed());
        PlaceBet bet = offer.bet(BetType.SINGLE, false, 10);
        assertThat(Admission.decide(bet, Map.of(), offer, Rates.NONE))
                .isEqualTo(new Admission.Rejected(Refusal.of(RefusalCode.UNKNOWN_ACCOUNT)));
        var inEuro = Map.of(
                new AccountId("a"), new AccountLook(CurrencyCode.of("EUR"), AccountState.ACTIVE, Long.MAX_VALUE));
        assertThat(Admission.decide(bet, inEuro, offer, Rates.NONE))
                .isEqualTo(new Admission.Rejected(Refusal.of(RefusalCode.CURRENCY_MISMATCH)));
    }

    /** A Trixie of 4 lines: highest minimum 10.00, lowest maximum 50.03, so stakes from 10.00 to 50.00. */
    @Test
    void theHighestMinimumAndTheLowestMaximumHoldForTheTotalStake() {
        Offer offer = offer();
        offer.with(offer.usual().stakes(1_000, 100_000))
                .with(offer.usual().stakes(1, 5_003))
                .with(offer.usual().stakes(200, 9_000));
        assertThat(offer.refuse(offer.bet(BetType.TRIXIE, false, 996)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_LOW, new Money(5_000, GBP)));
        assertThat(offer.refuse(offer.bet(BetType.TRIXIE, false, 5_004)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_HIGH, new Money(5_000, GBP)));
        offer.admit(offer.bet(BetType.TRIXIE, false, 1_000));
        offer.admit(offer.bet(BetType.TRIXIE, false, 5_000));
    }

    @Test
    void whereNoStakeIsWithinTheLimitsARefusalSaysNone() {
        Offer offer = offer();
        offer.with(offer.usual().stakes(1_000, 2_000)).with(offer.usual().stakes(100, 900));
        assertThat(offer.refuse(offer.bet(BetType.ACCUMULATOR, false, 900)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_LOW, new Money(0, GBP)));
        assertThat(offer.refuse(offer.bet(BetType.ACCUMULATOR, false, 1_000)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_HIGH, new Money(0, GBP)));
    }

    /** 10.00 GBP to 100.00 GBP by 0.0052 pounds a yen: 1,924 to 19,230 yen, and a liability of 1.5 times the pounds. */
    @Test
    void limitsInAnotherCurrencyAreJudgedByTheRateAndToldInTheBetsOwn() {
        Offer offer = new Offer("JPY").rate("JPY", "GBP", "0.0052");
        offer.with(
                offer.usual().in("GBP").stakes(1_000, 10_000).returns(20_000L).bestOdds(99L));
        CurrencyCode yen = CurrencyCode.of("JPY");
        assertThat(offer.refuse(offer.bet(BetType.SINGLE, false, 1_923)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_LOW, new Money(19_230, yen)));
        assertThat(offer.refuse(offer.bet(BetType.SINGLE, false, 19_231)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_HIGH, new Money(19_230, yen)));
        offer.admit(offer.bet(BetType.SINGLE, false, 1_924));
        var admitted = offer.admit(offer.bet(BetType.SINGLE, false, 19_230));
        assertThat(admitted.legs().getFirst().liability())
                .as("19,230 x 1.5 x 0.0052 = 149.994 pounds, rounded up")
                .isEqualTo(15_000);
        assertThat(admitted.legs().getFirst().conversion().rate()).isEqualTo(ExchangeRate.of("0.0052"));
        assertThat(admitted.caps().maxReturnsStored())
                .as("200.00 / 0.0052, rounded down")
                .isEqualTo(38_461);
        assertThat(admitted.caps().topUpMax()).as("0.99 / 0.0052, rounded down").isEqualTo(190);
        assertThat(admitted.possibleReturns()).isEqualTo(new Money(38_461, yen));
        assertThat(admitted.largestStakeWithin(_ -> 14_999L))
                .as("19,230 needs 150.00")
                .isEqualTo(new Money(19_229, yen));
    }

    @Test
    void theLowestCapsHoldAndOnlyMarketsThatGuaranteeBestOddsCapWhatTheseAdd() {
        Offer offer = offer();
        offer.with(offer.usual().returns(9_000L).bestOdds(500L))
                .with(offer.usual().returns(8_000L))
                .with(offer.usual().bestOdds(700L));
        var admitted = offer.admit(offer.bet(BetType.ACCUMULATOR, false, 1_000));
        assertThat(admitted.possibleReturns()).as("156.25 uncapped").isEqualTo(new Money(8_000, GBP));
        assertThat(admitted.caps().maxReturnsStored()).isEqualTo(8_000);
        assertThat(admitted.caps().topUpMax()).isEqualTo(500);
    }

    @Test
    void withoutACapNothingIsStoredUnlessBestOddsMightAddWithoutBound() {
        Offer plain = offer();
        plain.with(plain.usual());
        assertThat(plain.admit(plain.bet(BetType.SINGLE, false, 100)).caps().maxReturnsStored())
                .isNull();
        Offer guaranteed = offer();
        guaranteed.with(guaranteed.usual().bestOdds(null));
        assertThat(guaranteed
                        .admit(guaranteed.bet(BetType.SINGLE, false, 100))
                        .caps()
                        .maxReturnsStored())
                .isEqualTo(AccountBalance.MAX_MINOR_UNITS);
        Offer bounded = offer();
        bounded.with(bounded.usual().bestOdds(100L));
        assertThat(bounded.admit(bounded.bet(BetType.SINGLE, false, 100)).caps().maxReturnsStored())
                .isNull();
    }

    @Test
    void theLastMarketToSettleGivesTheDeadlineAndTheOwner() {
        Offer offer = offer();
        offer.with(offer.usual().settledBy(Offer.SETTLE_BY, "football"))
                .with(offer.usual().settledBy(Offer.SETTLE_BY.plusSeconds(60), "racing"))
                .with(offer.usual().settledBy(Offer.SETTLE_BY.plusSeconds(60), "tennis"));
        var admitted = offer.admit(offer.bet(BetType.ACCUMULATOR, false, 100));
        assertThat(admitted.settleBy()).isEqualTo(Offer.SETTLE_BY.plusSeconds(60));
        assertThat(admitted.owner()).isEqualTo("racing");
    }

    /** Twenty legs at 999,999 return 10^120 times the stake: no account could hold that, unless a cap makes it less. */
    @Test
    void returnsThatNoAccountCanHoldAreAStakeTooHigh() {
        Offer offer = offer();
        for (int leg = 0; leg < 20; leg++) {
            offer.with(offer.usual().at("999999"));
        }
        assertThat(offer.refuse(offer.bet(BetType.ACCUMULATOR, false, 1)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_HIGH, new Money(0, GBP)));
        Offer three = offer();
        three.with(three.usual().at("999999"))
                .with(three.usual().at("999999"))
                .with(three.usual().at("999999"));
        assertThat(three.refuse(three.bet(BetType.ACCUMULATOR, false, 2)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_HIGH, new Money(1, GBP)));
        assertThat(three.admit(three.bet(BetType.ACCUMULATOR, false, 1)).possibleReturns())
                .isEqualTo(new Money(999_997_000_002_999_999L, GBP));
        Offer capped = offer();
        for (int leg = 0; leg < 20; leg++) {
            capped.with(capped.usual().at("999999").returns(leg == 7 ? 1_000_000L : null));
        }
        assertThat(capped.admit(capped.bet(BetType.ACCUMULATOR, false, 1)).possibleReturns())
                .isEqualTo(new Money(1_000_000, GBP));
    }

    /** The refusal counts the room that there seems to be: what it names would have been taken. */
    @Test
    void aStakeTooHighIsToldWhatTheLiabilityLimitsLeave() {
        Offer offer = offer();
        offer.with(offer.usual().stakes(1, 1_000).room(300))
                .with(offer.usual().at("5.00").room(401));
        assertThat(offer.refuse(offer.bet(BetType.ACCUMULATOR, false, 1_001)))
                .isEqualTo(Refusal.stake(RefusalCode.STAKE_TOO_HIGH, new Money(100, GBP)));
    }
}
