package matchnight.settlement.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which events of one version say the same. */
class ContentHashTest {

    private static final String RESULT = """
            {'eventId':'e','type':'RESULT','marketId':'m','version':1,'certainty':'CONFIRMED',
             'occurredAt':'2026-01-01T21:00:00Z',
             'outcomes':[{'selectionId':'H','result':'WON','startingPrice':'5/2','voidFactor':'0.5'},
                         {'selectionId':'A','result':'LOST','rule4':[{'percent':10},{'percent':5}]}]}
            """;

    private static final String CANCEL = """
            {'eventId':'e','type':'CANCEL','marketId':'m','version':1,'occurredAt':'2026-01-01T21:00:00Z',
             'from':'2026-01-01T20:00:00Z','reason':'wrong price'}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'eventId':'e'           | 'eventId':'f'                        | same",
                "2026-01-01T21:00:00Z    | 2026-01-01T22:00:00Z                 | same",
                "'5/2'                   | '3.5'                                | same",
                "'5/2'                   | 3.50                                 | same",
                "'voidFactor':'0.5'      | 'voidFactor':0.50                    | same",
                "'position':null         | 'position':null                      | same",
                "{'percent':10},{'percent':5} | {'percent':5},{'percent':'10.0'} | same",
                "'outcomes':[            | 'reason':'late','outcomes':[         | same",
                "'CONFIRMED'             | 'LIVE'                               | other",
                "'5/2'                   | '3.51'                               | other",
                "'LOST'                  | 'VOID'                               | other",
                "'selectionId':'A'       | 'selectionId':'D'                    | other",
            })
    void whatIsWrittenDifferentlyButMeansTheSameIsTheSameContent(String part, String changed, String expected) {
        assertThat(compare(RESULT, RESULT.replace(part, changed))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'wrong price'           | 'another reason'                     | same",
                "2026-01-01T20:00:00Z    | 2026-01-01T21:00:00.0000004+01:00    | same",
                "2026-01-01T20:00:00Z    | 2026-01-01T20:00:01Z                 | other",
                "'from'                  | 'to'                                 | other",
                "'CANCEL'                | 'ROLLBACK_CANCEL'                    | other",
            })
    void aWindowIsContentAndItsReasonIsNot(String part, String changed, String expected) {
        assertThat(compare(CANCEL, CANCEL.replace(part, changed))).isEqualTo(expected);
    }

    private static String compare(String one, String other) {
        return hash(one).equals(hash(other)) ? "same" : "other";
    }

    private static ContentHash hash(String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return ContentHash.of(((Reading.Valid) ResultReader.read(bytes)).result());
    }
}
