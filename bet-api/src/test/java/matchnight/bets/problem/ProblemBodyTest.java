package matchnight.bets.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemBodyTest {

    private static String render(Problem problem) {
        return new String(ProblemBody.render(problem), StandardCharsets.UTF_8);
    }

    @Test
    void writesMembersInTheirFixedOrder() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("maxStake", "5.00");
        members.put("legs", List.of(0, 2));
        members.put("currentPrice", "2.40");
        assertThat(render(Problem.of(ProblemCode.PRICE_CHANGED, "The \"price\" moved", members)))
                .isEqualTo("{\"type\":\"urn:matchnight:problem:price-changed\",\"title\":\"The price has changed\","
                        + "\"status\":422,\"detail\":\"The \\\"price\\\" moved\",\"code\":\"PRICE_CHANGED\","
                        + "\"retry\":\"new-key\",\"currentPrice\":\"2.40\",\"legs\":[0,2],\"maxStake\":\"5.00\"}");
    }

    @Test
    void rendersTheSameBytesWhateverTheOrderItsMembersCameIn() {
        Map<String, Object> oneWay = new LinkedHashMap<>();
        oneWay.put("b", Map.of("y", 1, "x", true));
        oneWay.put("a", List.of("1", "2"));
        Map<String, Object> otherWay = new LinkedHashMap<>();
        otherWay.put("a", new ArrayList<>(List.of("1", "2")));
        otherWay.put("b", new LinkedHashMap<>(Map.of("x", true, "y", 1)));
        assertThat(render(Problem.of(ProblemCode.LIABILITY_LIMIT, "x", oneWay)))
                .isEqualTo(render(Problem.of(ProblemCode.LIABILITY_LIMIT, "x", otherWay)))
                .endsWith("\"a\":[\"1\",\"2\"],\"b\":{\"x\":true,\"y\":1}}");
    }

    @Test
    void namesThePlaceOfEveryFault() {
        var errors = new InputErrors();
        errors.require(false, "/stake", "must be above 0");
        errors.require(true, "/legs", "is fine");
        assertThat(errors.<Object>read("/currency", () -> {
                    throw new IllegalArgumentException("is unknown");
                }))
                .isNull();
        assertThatThrownBy(errors::throwIfAny)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(render(refused.problem()))
                                .contains("\"detail\":\"2 members are not valid\"")
                                .endsWith("\"errors\":[{\"pointer\":\"/stake\",\"detail\":\"must be above 0\"},"
                                        + "{\"pointer\":\"/currency\",\"detail\":\"is unknown\"}]}"));
    }

    @Test
    void refusesMembersThatAreNoJson() {
        assertThatThrownBy(() -> render(Problem.of(ProblemCode.INTERNAL, "x", Map.of("a", 1.5d))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void saysNothingWasStoredOfOurOwnFaultsOnly(ProblemCode code) {
        if (code.status() >= 500) {
            assertThat(code.retry()).isEqualTo(Retry.SAME_KEY);
        }
        if (code.status() == 422) {
            assertThat(code.retry()).isNotEqualTo(Retry.SAME_KEY);
        }
        assertThat(code.type()).matches("urn:matchnight:problem:[a-z-]+");
    }
}
