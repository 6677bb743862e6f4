package matchnight.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import matchnight.stack.cli.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementOptionsTest {

    @Test
    void withoutOptionsEverythingRunsInFullLength() {
        PlacementOptions options = PlacementOptions.read(List.of());
        assertThat(options.scenarios()).isEqualTo(EnumSet.allOf(Scenario.class));
        assertThat(options.times()).isEqualTo(BenchTimes.standard());
        assertThat(options.json()).isEmpty();
    }

    @Test
    void onlyNamesScenariosInAnyOrder() {
        PlacementOptions options = PlacementOptions.read(List.of("--only", "hot-account,rate", "--quick"));
        assertThat(options.scenarios()).containsExactly(Scenario.RATE, Scenario.HOT_ACCOUNT);
        assertThat(options.times()).isEqualTo(BenchTimes.quick());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--only fast      | --only fast: the scenarios are rate, offered, wal",
                "--only rate,     | the scenarios are rate",
                "--only           | --only needs a value",
                "--slow           | unknown option: --slow",
                "now              | unexpected argument: now",
                "--json /no/x.json | there is no such directory",
            })
    void wrongUseIsNamed(String words, String expected) {
        assertThatThrownBy(() -> PlacementOptions.read(List.of(words.strip().split(" "))))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining(expected);
    }
}
