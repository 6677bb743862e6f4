package matchnight.settlement.grading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Reading;
import matchnight.settlement.result.ResultReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an outcome, as the feed writes it, makes of one unit of stake. */
class LegFactorTest {

    private static final Instant ACCEPTED = Instant.parse("2026-01-01T12:00:00Z");
    private static final EachWay TERMS = new EachWay(Rational.of(1, 4), 3);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "5.00 | 'WON'                                                             | 5     | 2",
                "5.00 | 'LOST'                                                            | 0     | 0",
                "5.00 | 'VOID'                                                            | 1     | 1",
                "5.00 | 'HALF_WON'                                                        | 3     | 3/2",
                "5.00 | 'HALF_LOST'                                                       | 1/2   | 1/2",
                "5.00 | 'PLACED'                                                          | 0     | 2",
                "5.00 | 'PLACED','position':3                                             | 0     | 2",
                "5.00 | 'PLACED','position':4                                             | 0     | 0",
                "5.00 | 'WON','voidFactor':'0.5'                                          | 3     | 3/2",
                "5.00 | 'LOST','voidFactor':0.5                                           | 1/2   | 1/2",
                "5.00 | 'LOST','voidFactor':'1'                                           | 1     | 1",
                "5.00 | 'PLACED','voidFactor':'0.5'                                       | 1/2   | 3/2",
                "5.00 | 'WON','deadHeat':{'places':1,'tied':2}                            | 5/2   | 2",
                "5.00 | 'WON','placeDeadHeat':{'places':2,'tied':3}                       | 5     | 4/3",
                "5.00 | 'WON','voidFactor':'0.5','deadHeat':{'places':1,'tied':2}         | 7/4   | 3/2",
                "9/1  | 'WON','rule4':[{'percent':25}]                                    | 31/4  | 43/16",
                "9/1  | 'WON','rule4':[{'percent':25,'acceptedBefore':'2026-01-01T12:00:00Z'}] | 10 | 13/4",
                "9/1  | 'WON','rule4':[{'percent':25,'acceptedBefore':'2026-01-01T12:00:00.000001Z'}] | 31/4 | 43/16",
                "9/1  | 'WON','rule4':[{'percent':'12.5'},{'percent':10}]                 | 319/40| 439/160",
                "9/1  | 'WON','rule4':[{'percent':60},{'percent':60}]                     | 1     | 1",
                "9/1  | 'WON','deadHeat':{'places':1,'tied':2},'rule4':[{'percent':25}]   | 31/8  | 43/16",
                "9/1  | 'PLACED','placeDeadHeat':{'places':1,'tied':2},'rule4':[{'percent':25}] | 0 | 43/32",
            })
    void anOutcomeMultipliesTheStakeOfBothParts(String price, String outcome, String win, String place) {
        Grade.Decided single = grade(price, outcome, null);
        Grade.Decided eachWay = grade(price, outcome, TERMS);

        assertThat(single.exactReturns()).isEqualTo(Rational.parse(win));
        assertThat(eachWay.exactReturns()).isEqualTo(Rational.parse(win).plus(Rational.parse(place)));
        assertThat(single.isVoid()).isEqualTo(outcome.contains("VOID") || outcome.contains("'1'"));
    }

    private static Grade.Decided grade(String price, String outcome, @Nullable EachWay terms) {
        MarketId market = new MarketId("m");
        CurrencyCode gbp = CurrencyCode.of("GBP");
        Leg leg = new Leg(1, market, new SelectionId("S"), Price.of(price), terms, false);
        Bet bet = new Bet(
                new java.util.UUID(0, 1),
                new AccountId("punter"),
                BetType.SINGLE,
                new Money(terms == null ? 100 : 200, gbp),
                new Money(100, gbp),
                null,
                null,
                ACCEPTED,
                List.of(leg));
        GradedMarket graded = GradedMarket.of(List.of(read(outcome)), PaysOn.CONFIRMED);
        return (Grade.Decided) BetGrading.grade(bet, java.util.Map.of(market, graded));
    }

    private static MarketResult read(String outcome) {
        String json = """
                {'eventId':'e','type':'RESULT','marketId':'m','version':1,'certainty':'CONFIRMED',
                 'occurredAt':'2026-01-01T21:00:00Z','outcomes':[{'selectionId':'S','result':%s}]}
                """.formatted(outcome).replace('\'', '"');
        return ((Reading.Valid) ResultReader.read(json.getBytes(StandardCharsets.UTF_8))).result();
    }
}
