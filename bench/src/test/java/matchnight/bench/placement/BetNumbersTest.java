package matchnight.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BetNumbersTest {

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 255, Integer.MAX_VALUE, BetNumbers.FIRST_FILLED_IN, BetNumbers.FIRST_FILLED_IN + 50_000_000})
    void aNumberIsReadBackFromItsKey(long number) {
        assertThat(BetNumbers.key(number)).hasSize(11).startsWith("w");
        assertThat(BetNumbers.number(BetNumbers.key(number))).isEqualTo(number);
    }

    /** The index of keys is to grow everywhere, as under keys that clients draw at random. */
    @Test
    void theKeysOfNeighboursLieApart() {
        assertThat(IntStream.range(0, 1_000)
                        .mapToObj(number -> BetNumbers.key(number).substring(0, 3))
                        .distinct())
                .hasSizeGreaterThan(200);
    }
}
