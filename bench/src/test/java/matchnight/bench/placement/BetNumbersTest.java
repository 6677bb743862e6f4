package matchnight.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BetNumbersTest {

    @ParameterizedTest
    @CsvSource({"0, w0000000000", "255, w00000000ff", "2147483647, w007fffffff"})
    void aNumberIsReadBackFromItsKey(int number, String key) {
        assertThat(BetNumbers.key(number)).isEqualTo(key);
        assertThat(BetNumbers.number(key)).isEqualTo(number);
    }
}
