package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import matchnight.bets.bet.BetContext;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.idempotency.RequestHash;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.junit.jupiter.api.Test;

class PlaceBetTest {

    private static PlaceBet.Leg leg(String market) {
        return new PlaceBet.Leg(new MarketId(market), new SelectionId("H"), Price.of("5/2"));
    }

    private static PlaceBet bet(BetType type, long stake, boolean eachWay, PlaceBet.Leg... legs) {
        return new PlaceBet(
                new IdempotencyKey("k"),
                new AccountId("a"),
                type,
                new Money(stake, CurrencyCode.of("GBP")),
                List.of(legs),
                eachWay,
                PriceChange.NONE,
                BetContext.NONE,
                Instant.parse("2026-05-01T19:45:00Z"));
    }

    /** Keys outlive releases: the text is the one that singles had before other types were taken. */
    @Test
    void aSingleHasTheHashThatItAlwaysHad() {
        assertThat(bet(BetType.SINGLE, 1_000, false, leg("m1")).requestHash())
                .isEqualTo(RequestHash.ofCanonicalText("bet/1|6:SINGLE|3:GBP|4:1000|4:NONE||||2:m1|1:H|3:7/2"))
                .isEqualTo(new RequestHash("ae6a82df51942b7a733ea776f9fb6df7"));
    }

    @Test
    void whatDiffersInAnythingButItsFormIsAnotherRequest() {
        List<PlaceBet> bets = List.of(
                bet(BetType.SINGLE, 1_000, false, leg("m1")),
                bet(BetType.SINGLE, 1_000, true, leg("m1")),
                bet(BetType.ACCUMULATOR, 1_000, false, leg("m1"), leg("m2")),
                bet(BetType.ACCUMULATOR, 1_000, true, leg("m1"), leg("m2")),
                bet(BetType.ACCUMULATOR, 1_000, false, leg("m2"), leg("m1")),
                bet(BetType.ACCUMULATOR, 1_000, false, leg("m1"), leg("m2"), leg("m3")),
                bet(BetType.TRIXIE, 1_000, false, leg("m1"), leg("m2"), leg("m3")),
                bet(BetType.TRIXIE, 1_000, true, leg("m1"), leg("m2"), leg("m3")));
        assertThat(bets.stream().map(PlaceBet::requestHash)).doesNotHaveDuplicates();
    }

    @Test
    void aTypeTakesItsNumberOfLegsAndAStakeThatSplits() {
        for (BetType type : BetType.values()) {
            for (int legs = 1; legs <= 21; legs++) {
                List<PlaceBet.Leg> all = new ArrayList<>();
                IntStream.range(0, legs).forEach(i -> all.add(leg("m" + i)));
                PlaceBet.Leg[] array = all.toArray(PlaceBet.Leg[]::new);
                if (!type.takes(legs)) {
                    assertThatIllegalArgumentException().isThrownBy(() -> bet(type, 1_000_000_000, false, array));
                    continue;
                }
                int lines = PlaceBet.unitStakes(type, legs, true);
                assertThat(bet(type, 7L * lines, true, array).unitStake().minorUnits())
                        .isEqualTo(7);
                assertThatIllegalArgumentException().isThrownBy(() -> bet(type, 7L * lines + 1, true, array));
            }
        }
    }
}
