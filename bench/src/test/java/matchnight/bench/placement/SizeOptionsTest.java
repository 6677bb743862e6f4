package matchnight.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeOptionsTest {

    @Test
    void withoutOptionsFiveMillionBetsAndTenThousandMarkets() {
        SizeOptions options = SizeOptions.read(List.of());
        assertThat(options.times()).isEqualTo(SizeTimes.standard());
        assertThat(options.times().storedBets()).isEqualTo(5_000_000);
        assertThat(options.times().openMarkets()).isEqualTo(10_000);
        assertThat(options.times().firstWindows()).hasMinutes(1);
        assertThat(options.json()).isEmpty();
    }

    /** Every account gets as many bets as every other. */
    @ParameterizedTest
    @CsvSource({"1, 2000", "2000, 2000", "2001, 4000", "50000000, 50000000"})
    void betsAreRoundedUpToWholeTurnsOfAllAccounts(String asked, int stored) {
        SizeTimes times = SizeOptions.read(List.of("--quick", "--bets", asked)).times();
        assertThat(times).isEqualTo(SizeTimes.quick().withStoredBets(stored));
    }
}
