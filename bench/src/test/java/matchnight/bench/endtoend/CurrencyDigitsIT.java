package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Currencies without minor units and with a thousand of them bet and are paid to the last unit. */
class CurrencyDigitsIT {

    private static RunningProduct running;

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
    }

    @ParameterizedTest
    @CsvSource({
        // Returns are rounded once, half up: 101 x (1 + 1.35 / 2) = 169.175; 1.235 x (1 + 1.35 / 2) = 2.068625.
        "JPY, 10000, 101,   2.35, WON,       237,    10136",
        "JPY, 10000, 101,   2.35, HALF_WON,  169,    10068",
        "JPY, 10000, 101,   2.35, HALF_LOST, 51,     9950",
        "JPY, 10000, 101,   2.35, VOID,      101,    10000",
        "JPY, 10000, 101,   2.35, LOST,      0,      9899",
        "KWD, 10,    1.235, 2.35, WON,       2.902,  11.667",
        "KWD, 10,    1.235, 2.35, HALF_WON,  2.069,  10.834",
        "KWD, 10,    1.235, 11/4, WON,       4.631,  13.396",
        "KWD, 10,    1.235, 2.35, HALF_LOST, 0.618,  9.383",
        "KWD, 10,    1.235, 2.35, LOST,      0.000,  8.765",
    })
    void aBetIsTakenAndPaidInItsOwnDigits(
            String currency,
            String deposit,
            String stake,
            String price,
            String result,
            String returns,
            String balance) {
        CurrencyCode code = CurrencyCode.of(currency);
        String marketId = (currency + "-" + result + "-" + price).replace('/', '~');
        running.putUpMarket(marketId, marketId + "~event", code, Map.of("H", price));
        String account =
                running.openAccounts(marketId, 1, Money.parse(deposit, code)).getFirst();

        BetOutcome outcome = running.betting.place(
                new BetRequest(account, "bet", marketId, "H", price, Money.parse(stake, code), "NONE"));
        assertThat(outcome.isAccepted()).as(outcome.toString()).isTrue();
        assertThat(running.wallet.available(account))
                .isEqualTo(Money.parse(deposit, code).minus(Money.parse(stake, code)));

        running.results.submit(RunningProduct.result(marketId, 1, Map.of("H", result)));
        running.awaitApplied(marketId, 1, Duration.ofSeconds(30));
        JsonNode bet = running.betting.find(Objects.requireNonNull(outcome.betId()));
        assertThat(bet.path("returns").asString()).isEqualTo(returns);
        assertThat(bet.path("state").asString()).isEqualTo(result.equals("VOID") ? "VOIDED" : "SETTLED");
        assertThat(running.wallet.available(account)).isEqualTo(Money.parse(balance, code));
        assertThat(running.broken()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"JPY, 10.5", "KWD, 10.0005"})
    void moreDigitsThanTheCurrencyHasAreRefused(String currency, String stake) {
        assertThat(running.statusOfStake(currency, stake)).isEqualTo(400);
    }
}
