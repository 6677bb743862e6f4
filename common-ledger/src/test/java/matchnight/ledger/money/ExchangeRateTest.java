package matchnight.ledger.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeRateTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "1.20, 6/5", "0.0052, 13/2500", "999999999, 999999999", "0.000000000001, 1/1000000000000"})
    void keepsTheFormAndTheExactValue(String text, String value) {
        ExchangeRate rate = ExchangeRate.of(text);
        assertThat(rate.text()).isEqualTo(text);
        assertThat(rate.value()).isEqualTo(Rational.parse(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "0.00",
                "-1",
                "+1",
                "01",
                "1.",
                ".5",
                "1e3",
                "1,5",
                " 1",
                "NaN",
                "1/2",
                "1000000000",
                "0.0000000000001",
                "\uff11"
            })
    void refusesWhatIsNoRate(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ExchangeRate.of(text));
    }
}
