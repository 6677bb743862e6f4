package matchnight.settlement.grading;

import static matchnight.settlement.testing.Events.result;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.result.Certainty;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.SelectionResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a bet is decided, and what caps and guarantees make of its returns. */
class BetGradingTest {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Instant ACCEPTED = Instant.parse("2026-01-01T12:00:00Z");

    /** Results of the legs, all at 2.00, with "-" for none yet; the returns of a unit stake of 1.00, or OPEN. */
    @ParameterizedTest
    @CsvSource({
        "SINGLE,      WON,             2.00",
        "SINGLE,      -,               OPEN",
        "ACCUMULATOR, WON WON WON,     8.00",
        "ACCUMULATOR, WON VOID WON,    4.00",
        "ACCUMULATOR, VOID VOID VOID,  VOID",
        "ACCUMULATOR, WON WON -,       OPEN",
        "ACCUMULATOR, LOST - -,        0.00",
        "ACCUMULATOR, HALF_LOST WON WON, 2.00",
        "ACCUMULATOR, HALF_LOST - WON, OPEN",
        "TRIXIE,      WON WON WON,     20.00",
        "TRIXIE,      WON WON LOST,    4.00",
        "TRIXIE,      LOST - -,        OPEN",
        "TRIXIE,      LOST LOST -,     0.00",
        "PATENT,      LOST LOST -,     OPEN",
        "PATENT,      LOST LOST WON,   2.00",
        "LUCKY15,     WON WON WON WON, 80.00",
    })
    void aBetIsDecidedOnceNothingCanChangeWhatItReturns(String type, String results, String expected) {
        List<Leg> legs = new ArrayList<>();
        Map<MarketId, GradedMarket> markets = new HashMap<>();
        for (String text : results.split(" ", -1)) {
            MarketId market = new MarketId("m" + legs.size());
            legs.add(leg(market, legs.size() + 1, "2.00", false));
            if (!text.equals("-")) {
                markets.put(market, GradedMarket.of(List.of(result(market, 1, "S " + text)), PaysOn.CONFIRMED));
            }
        }

        Grade grade = BetGrading.grade(bet(BetType.valueOf(type), legs, null, null), markets);

        assertThat(describe(grade)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        // taken, starting, guaranteed, top-up at most, returns at most, returns
        "3.00, 4.00, true,  ,     ,     400",
        "3.00, 4.00, false, ,     ,     300",
        "2.00, 999999/1, true, , 5.00,  500",
        "3.00, 2.00, true,  ,     ,     300",
        "3.00, 4.00, true,  0.40, ,     340",
        "3.00, 4.00, true,  0.00, ,     300",
        "3.00, 4.00, true,  ,     3.50, 350",
        "3.00, 4.00, true,  0.40, 3.50, 340",
        "3.00, 2.00, true,  ,     2.99, 299",
        "3.00, 5/2,  true,  ,     ,     350",
    })
    void betterStartingPricesTopUpAndCapsHold(
            String taken,
            String starting,
            boolean guaranteed,
            @Nullable String topUpMax,
            @Nullable String maxReturns,
            long returns) {
        MarketId market = new MarketId("m");
        Outcome outcome = new Outcome(
                new SelectionId("S"), SelectionResult.WON, null, null, null, List.of(), Price.of(starting), null);
        MarketResult result = new Result(result(market, 1).header(), Certainty.CONFIRMED, List.of(outcome));
        Bet bet = bet(BetType.SINGLE, List.of(leg(market, 1, taken, guaranteed)), topUpMax, maxReturns);

        Grade grade = BetGrading.grade(bet, Map.of(market, GradedMarket.of(List.of(result), PaysOn.CONFIRMED)));

        assertThat(returns((Grade.Decided) grade).minorUnits()).isEqualTo(returns);
    }

    @Test
    void aVoidBetReturnsItsWholeStakeWhateverTheCap() {
        MarketId market = new MarketId("m");
        Bet bet = bet(BetType.SINGLE, List.of(leg(market, 1, "3.00", false)), null, "0.50");
        GradedMarket graded = GradedMarket.of(List.of(result(market, 1, "S VOID")), PaysOn.CONFIRMED);

        Grade grade = BetGrading.grade(bet, Map.of(market, graded));

        assertThat(returns((Grade.Decided) grade).minorUnits()).isEqualTo(100);
    }

    private static Money returns(Grade.Decided decided) {
        return Rounding.HALF_UP.round(decided.exactReturns(), GBP);
    }

    private static String describe(Grade grade) {
        return switch (grade) {
            case Grade.Open _ -> "OPEN";
            case Grade.Decided decided ->
                decided.isVoid() ? "VOID" : returns(decided).toDecimalString();
        };
    }

    private static Leg leg(MarketId market, int number, String price, boolean guaranteed) {
        return new Leg(number, market, new SelectionId("S"), Price.of(price), null, guaranteed);
    }

    private static Bet bet(BetType type, List<Leg> legs, @Nullable String topUpMax, @Nullable String maxReturns) {
        return new Bet(
                new UUID(0, 1),
                new AccountId("punter"),
                type,
                Money.parse("1.00", GBP),
                Money.parse("1.00", GBP),
                maxReturns == null ? null : Money.parse(maxReturns, GBP),
                topUpMax == null ? null : Money.parse(topUpMax, GBP),
                ACCEPTED,
                legs);
    }
}
