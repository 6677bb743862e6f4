package matchnight.ledger.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "abc~abc",
                "\"abc\"~abc",
                "\"a\\\"b\\\\c\"~a\"b\\c",
                "a\"b~a\"b",
                "!~!",
                "8e03978e-40d5~8e03978e-40d5"
            })
    void readsBareAndQuotedKeys(String header, String key) {
        assertThat(IdempotencyKey.parse(header).value()).isEqualTo(key);
    }

    @Test
    void takesTheLongestKeyAndNoLonger() {
        assertThat(IdempotencyKey.parse("k".repeat(255)).value()).hasSize(255);
        assertThatIllegalArgumentException().isThrownBy(() -> IdempotencyKey.parse("k".repeat(256)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "a b",
                " a",
                "a\tb",
                "é",
                "\"a",
                "\"",
                "\"a\"b\"",
                "\"a\\\"",
                "\"a\\b\"",
                "\"a b\"",
                "\u007f"
            })
    void refusesWhatIsNoKey(String header) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdempotencyKey.parse(header));
    }
}
