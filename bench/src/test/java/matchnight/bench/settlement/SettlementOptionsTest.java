package matchnight.bench.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import matchnight.stack.cli.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettlementOptionsTest {

    @Test
    void withoutOptionsEverythingIsRunWithTheDesignsSizes() {
        SettlementOptions options = SettlementOptions.read(List.of());
        assertThat(options.scenarios()).isEqualTo(EnumSet.allOf(SettlementScenario.class));
        assertThat(options.sizes().bets()).containsExactly(100_000, 1_000_000);
        assertThat(options.sizes().workers()).containsExactly(1, 2, 4);
        assertThat(options.json()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4000             | 4000",
                "1                | 2000",
                "2001             | 4000",
                "300000,4000,4000 | 4000,300000",
            })
    void sizesAreSortedAndAreTheSameNumberForEveryAccount(String text, String expected) {
        SettlementOptions options = SettlementOptions.read(List.of("--quick", "--bets", text));
        assertThat(options.sizes().bets().stream().map(String::valueOf)).containsExactly(expected.split(","));
        assertThat(options.sizes().bench()).isEqualTo(SettlementSizes.quick().bench());
    }

    @Test
    void onlyNamesScenariosInAnyOrder() {
        assertThat(SettlementOptions.read(List.of("--only", "workers,rate")).scenarios())
                .containsExactly(SettlementScenario.RATE, SettlementScenario.WORKERS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--only fast       | --only fast: the scenarios are beside-placement, rate, at-size, workers",
                "--bets 0          | --bets 0: numbers from 1 to 5000000, separated by commas",
                "--bets 5,         | --bets 5,: numbers",
                "--bets 9999999    | --bets 9999999: numbers",
                "--slow            | unknown option: --slow",
                "now               | unexpected argument: now",
                "--json /no/x.json | there is no such directory",
            })
    void wrongUseIsNamed(String words, String expected) {
        assertThatThrownBy(() -> SettlementOptions.read(List.of(words.strip().split(" "))))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining(expected);
    }
}
