package matchnight.ledger.money;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundingTest {

    @ParameterizedTest
    @CsvSource({
        // exact major units, currency, HALF_UP, DOWN, HALF_EVEN in minor units
        "29/2, GBP, 1450, 1450, 1450",
        "1/3, GBP, 33, 33, 33",
        "2/3, GBP, 67, 66, 67",
        "1/200, GBP, 1, 0, 0",
        "3/200, GBP, 2, 1, 2",
        "5/2, JPY, 3, 2, 2",
        "7/2, JPY, 4, 3, 4",
        "1/2000, KWD, 1, 0, 0",
        "0, GBP, 0, 0, 0",
    })
    void roundsOnceByPolicy(String exact, String currency, long halfUp, long down, long halfEven) {
        CurrencyCode code = CurrencyCode.of(currency);
        Rational amount = Rational.parse(exact);
        assertThat(Rounding.HALF_UP.round(amount, code).minorUnits()).isEqualTo(halfUp);
        assertThat(Rounding.DOWN.round(amount, code).minorUnits()).isEqualTo(down);
        assertThat(Rounding.HALF_EVEN.round(amount, code).minorUnits()).isEqualTo(halfEven);
    }
}
