package matchnight.stack.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    @Test
    void optionsAndOperandsComeInAnyOrder() {
        Arguments arguments = read("one", "--json", "--port-base", "9000", "two", "--scope=a b");
        assertThat(arguments.operands()).containsExactly("one", "two");
        assertThat(arguments.has("json")).isTrue();
        assertThat(arguments.value("port-base")).contains("9000");
        assertThat(arguments.value("scope")).contains("a b");
    }

    @ParameterizedTest
    @CsvSource({
        "--jsonn, unknown option: --jsonn",
        "-j, unknown option: -j",
        "--json=yes, unknown option: --json=yes",
        "--json --json, --json is given twice",
        "--scope a --scope b, --scope is given twice",
        "--port-base, --port-base needs a value",
    })
    void whatIsNotUnderstoodIsNamed(String words, String message) {
        assertThatThrownBy(() -> read(words.split(" ", -1)))
                .isInstanceOf(UsageError.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"up --port-base x", "up now", "up --port-base 70000", "token --scope nonsense", "frob", "down --all"})
    void aCommandThatIsNotUnderstoodEndsWithTwo(String words) {
        assertThat(StackCommand.run(List.of(words.split(" ", -1)))).isEqualTo(ExitCode.USAGE);
    }

    private static Arguments read(String... words) {
        return Arguments.read(Arrays.asList(words), Set.of("json"), Set.of("port-base", "scope"));
    }
}
