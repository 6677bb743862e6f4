package matchnight.bets.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class StrictJsonTest {

    private static final JsonMapper JSON = StrictJson.mapper();

    enum Colour {
        RED,
        BLUE
    }

    record Wire(
            AccountId id,
            AmountText amount,
            long count,
            @Nullable String note,
            @Nullable Colour colour,
            @Nullable Instant at,
            @Nullable List<String> list,
            @Nullable Map<SelectionId, Price> prices,
            @Nullable Boolean flag) {}

    private static Wire read(String members) {
        return JSON.readValue("{\"id\":\"a1\",\"amount\":\"1\",\"count\":1" + members + "}", Wire.class);
    }

    @Test
    void takesAbsentAndNullForWhatMayBeAbsent() {
        Wire wire = read(",\"note\":null");
        assertThat(wire.note()).isNull();
        assertThat(wire.at()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "10, 10",
        "10.0, 10.0",
        "\"10.00\", 10.00",
        "10.10, 10.10",
        "5.4750000000000005, 5.4750000000000005",
        "1e1, 1e1"
    })
    void keepsTheTextOfAnAmount(String json, String text) {
        Wire wire = JSON.readValue("{\"id\":\"a\",\"count\":1,\"amount\":%s}".formatted(json), Wire.class);
        assertThat(wire.amount().text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5.4750000000000005",
                "10.001",
                "1e1",
                "1E+1",
                "-600",
                "-0.01",
                "99999999999999999999",
                "\"NaN\"",
                "\"\"",
                "\" 10 \"",
                "\"+10\"",
                "\"１０\"",
                "\"0x10\"",
                "\"1,00\"",
                "\"01\"",
                "\".5\"",
                "\"5.\"",
            })
    void neverRoundsOrGuessesAnAmount(String json) {
        Wire wire = JSON.readValue("{\"id\":\"a\",\"count\":1,\"amount\":%s}".formatted(json), Wire.class);
        assertThatThrownBy(() -> wire.amount().in(CurrencyCode.of("GBP"))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "\"x\"",
                "{\"id\":\"a\",\"amount\":\"1\"}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":null}",
                "{\"id\":null,\"amount\":\"1\",\"count\":1}",
                "{\"id\":\"a\",\"amount\":null,\"count\":1}",
                "{\"id\":\"a\",\"amount\":true,\"count\":1}",
                "{\"id\":\"a\",\"amount\":[],\"count\":1}",
                "{\"id\":\"a\",\"amount\":{},\"count\":1}",
                "{\"id\":\"a\",\"amount\":NaN,\"count\":1}",
                "{\"id\":\"a\",\"amount\":Infinity,\"count\":1}",
                "{\"id\":\"a\",\"amount\":01,\"count\":1}",
                "{\"id\":\"a\",\"amount\":+1,\"count\":1}",
                "{\"id\":\"a\",\"amount\":.5,\"count\":1}",
                "{\"id\":9007199254740993,\"amount\":\"1\",\"count\":1}",
                "{\"id\":\"\",\"amount\":\"1\",\"count\":1}",
                "{\"id\":\"a b\",\"amount\":\"1\",\"count\":1}",
                "{\"id\":\"é\",\"amount\":\"1\",\"count\":1}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":1.0}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":\"1\"}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":true}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":99999999999999999999}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":1,\"extra\":1}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":1,\"count\":2}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":1} {}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":1,}",
                "{'id':'a','amount':'1','count':1}",
                "{\"id\":\"a\",\"amount\":\"1\",\"count\":1 /* comment */}",
            })
    void refusesWhatIsNotExactlyTheRecord(String json) {
        assertThatThrownBy(() -> JSON.readValue(json, Wire.class)).isInstanceOf(JacksonException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"note\":5",
                "\"note\":true",
                "\"note\":[\"x\"]",
                "\"note\":\"a\\u0000b\"",
                "\"note\":\"a\\nb\"",
                "\"note\":\"\\ud800\"",
                "\"note\":\"\\ud800x\"",
                "\"note\":\"\\udc00\\ud800\"",
                "\"colour\":\"red\"",
                "\"colour\":0",
                "\"colour\":\"\"",
                "\"at\":0",
                "\"at\":\"2026-01-01\"",
                "\"at\":\"2026-01-01T00:00:00\"",
                "\"at\":\"2026-02-30T00:00:00Z\"",
                "\"at\":\"+999999999-01-01T00:00:00Z\"",
                "\"at\":\"2026-01-01T24:00:01Z\"",
                "\"list\":[null]",
                "\"list\":\"x\"",
                "\"prices\":{\"H\":null}",
                "\"prices\":{\"H\":1}",
                "\"prices\":{\"H\":\"1.00\"}",
                "\"prices\":{\"H\":\"2.50001\"}",
                "\"prices\":{\"H\":\"1/0\"}",
                "\"prices\":{\"H\":1e2}",
                "\"prices\":{\"H\":2,\"H\":3}",
                "\"prices\":{\"\":2}",
                "\"prices\":{\"a\\u0000\":2}",
                "\"flag\":\"true\"",
                "\"flag\":1",
            })
    void refusesValuesOfAnotherKind(String member) {
        assertThatThrownBy(() -> read("," + member)).isInstanceOf(JacksonException.class);
    }

    @Test
    void keepsTimesToTheMicrosecond() {
        assertThat(read(",\"at\":\"2026-03-01T20:00:00.123456789+05:45\"").at())
                .isEqualTo("2026-03-01T14:15:00.123456Z");
    }

    @Test
    void readsPricesInBothForms() {
        Map<SelectionId, Price> prices =
                read(",\"prices\":{\"H\":2.5,\"D\":\"11/4\"}").prices();
        assertThat(prices).containsEntry(new SelectionId("H"), Price.of("2.50"));
        assertThat(prices).containsEntry(new SelectionId("D"), Price.of("11/4"));
    }

    @Test
    void boundsEverythingALengthCanBeGivenTo() {
        assertRefused("\"count\":" + "9".repeat(10_000));
        assertRefused("\"amount\":" + "9".repeat(10_000));
        assertRefused("\"amount\":1." + "0".repeat(10_000));
        assertRefused("\"id\":\"" + "a".repeat(10_000) + "\"");
        assertRefused("\"" + "n".repeat(10_000) + "\":1");
        assertRefused("\"note\":" + "[".repeat(10_000));
        assertRefused("\"list\":[" + "\"x\",".repeat(11_000) + "\"x\"]");
    }

    private static void assertRefused(String member) {
        long beganNanos = System.nanoTime();
        assertThatThrownBy(() -> JSON.readValue("{" + member + "}", Wire.class)).isInstanceOf(JacksonException.class);
        assertThat(System.nanoTime() - beganNanos).isLessThan(500_000_000L);
    }
}
