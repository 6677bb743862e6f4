package matchnight.ledger.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTest {

    @ParameterizedTest
    @CsvSource({
        "2.50, 2.50, 5/2",
        "2.5, 2.50, 5/2",
        "2, 2.00, 2",
        "1.0001, 1.0001, 10001/10000",
        "1.9250, 1.925, 77/40",
        "11/4, 11/4, 15/4",
        "6/4, 6/4, 5/2",
        "100/30, 100/30, 13/3",
        "1/5, 1/5, 6/5",
    })
    void keepsTheFormAndTheExactValue(String text, String written, String value) {
        Price price = Price.of(text);
        assertThat(price.text()).isEqualTo(written);
        assertThat(price.value()).isEqualTo(Rational.parse(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1", "1.0", "0.5", "1.00001", "-2", "2/0", "0/1", "/2", "2/", "2.5/1", "1e3", "", "NaN", "evens"
            })
    void refusesWhatIsNoPrice(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Price.of(text));
    }

    @Test
    void comparesValuesAcrossForms() {
        assertThat(Price.of("2.50").sameValueAs(Price.of("6/4"))).isTrue();
        assertThat(Price.of("2.50").sameValueAs(Price.of("2.51"))).isFalse();
        assertThat(Price.of("11/4").isHigherThan(Price.of("3.74"))).isTrue();
        assertThat(Price.of("11/4").isHigherThan(Price.of("3.75"))).isFalse();
    }
}
