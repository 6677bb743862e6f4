package matchnight.ledger.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Proofs of every form and kind, and what is none. */
class ProveBetTest {

    private static final String GRADED = """
            {'form':2,'rule':1,'rounding':'HALF_UP','currency':'GBP','unitStake':'1.01','lines':1,'winLinesPaid':1,\
            'legs':[{'leg':1,'event':'m@4','result':'HALF_WON','price':'11/8','factor':'27/16'}],\
            'sum':'2727/1600','exact':'2727/1600','returns':'1.70','roundedBy':'-7/1600'}""";

    @Test
    void everyFigureIsPrintedAndTheVerdictComesLast() {
        ProvenBet proven = prove("SETTLED", "'1.70'", "RESULT", GRADED);

        assertThat(proven.toText()).isEqualTo("""
                bet b-1: SINGLE, GBP 1.01, 1 line, SETTLED
                settlement 1, by RESULT m@4
                  currency: GBP
                  unit stake: 1.01
                  lines: 1
                  lines of the bet: 1
                  unit stake x lines: 101/100
                  leg 1 price taken: 11/8
                  leg 1 each-way terms: (absent)
                  leg 1 market: m
                  leg 1 event: m@4
                  leg 1 HALF_WON, factor: 27/16
                  leg 1 place factor: (absent)
                  legs that are open: (absent)
                  win lines paid: 1
                  place lines paid: (absent)
                  sum at the prices taken: 2727/1600
                  top-up: (absent)
                  exact returns: 2727/1600
                  version of the rule HALF_UP: 1
                  returns: 1.70
                  rounded by: -7/1600
                  returns of the settlement: 1.70
                  state of the bet: SETTLED
                  leg 1 of the bet, result: HALF_WON
                  leg 1 of the bet, factor: 27/16
                  returns of the bet: 1.70
                  equal
                equal
                """);
        assertThat(proven.isEqual()).isTrue();
    }

    @Test
    void aFigureThatIsNotEqualIsNamedWithBothValues() {
        ProvenBet proven = prove("SETTLED", "'1.71'", "RESULT", GRADED.replace("1.70", "1.71"));

        assertThat(proven.isEqual()).isFalse();
        assertThat(proven.toText())
                .contains("  returns: stated 1.71, computed 1.70  <-- NOT EQUAL\n")
                .endsWith("  NOT EQUAL\nNOT EQUAL\n");
        assertThat(proven.toJson()).contains("\"equal\" : false");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SETTLED | '1.70' | RESULT   | {'rounding':'HALF_UP','legs':[{'leg':1,'event':'m@4','result':'HALF_WON','price':'11/8','factor':'27/16'}]} | true",
                "SETTLED | '1.69' | RESULT   | {'rounding':'HALF_UP','legs':[{'leg':1,'event':'m@4','result':'HALF_WON','price':'11/8','factor':'27/16'}]} | false",
                "OPEN    | null   | ROLLBACK | {}                                                                         | true",
                "OPEN    | '1.70' | ROLLBACK | {}                                                                         | false",
                "VOIDED  | '1.01' | PERSON   | {}                                                                         | true",
                "VOIDED  | '1.02' | PERSON   | {}                                                                         | false",
                "VOIDED  | '1.01' | PERSON   | {'form':2,'kind':'VOIDED_BY_PERSON','currency':'GBP','unitStake':'1.01','lines':1,'returns':'1.01'} | true",
                "VOIDED  | '1.01' | RESULT   | {'form':2,'kind':'VOIDED_BY_PERSON','currency':'GBP','unitStake':'1.01','lines':1,'returns':'1.01'} | false",
                "OPEN    | null   | ROLLBACK | {'form':2,'kind':'REOPENED','legs':[],'openLegs':[1]}                      | true",
                "SETTLED | null   | ROLLBACK | {'form':2,'kind':'REOPENED','legs':[],'openLegs':[1]}                      | false",
                "SETTLED | '1.70' | RESULT   | {'form':3}                                                                 | false",
                "SETTLED | '1.70' | RESULT   | {'form':2,'kind':'BY_LOT'}                                                 | false",
                "SETTLED | '1.70' | RESULT   | {'form':2}                                                                 | false",
                "SETTLED | '1.70' | RESULT   | [1, 2]                                                                     | false",
                "SETTLED | '1.70' | RESULT   | {'form':2,'rounding':'HALF_UP','legs':[{'leg':2}]}                         | false",
                "SETTLED | '1.70' | RESULT   | {'form':2,'rounding':'HALF_UP','legs':[{'leg':1,'result':'WON','price':'0'}]} | false",
                "SETTLED | '1.70' | RESULT   | {'form':2,'rounding':'HALF_UP','legs':[{'leg':1,'result':'WON','price':'2.00','deadHeat':'1/0'}]} | false",
            })
    void proofsOfOtherFormsAndKindsAreReadToo(String state, String returns, String cause, String proof, boolean equal) {
        assertThat(prove(state, returns, cause, proof).isEqual()).isEqualTo(equal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "null", "{'currency':'GBP','type':'TRIXIE','legs':[]}"})
    void whatIsNoBetIsRefusedInWords(String json) {
        assertThatThrownBy(() -> RecordedBet.read(json.replace('\'', '"')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("is no");
    }

    private static ProvenBet prove(String state, String returns, String cause, String proof) {
        return ProveBet.prove(RecordedBet.read(
                """
                {'betId':'b-1','state':'%s','type':'SINGLE','currency':'GBP','stake':'1.01','unitStake':'1.01','lines':1,
                 'returns':%s,'acceptedAt':'2026-01-01T12:00:00Z',
                 'legs':[{'marketId':'m','price':'11/8','result':'HALF_WON','factor':'27/16'}],
                 'settlements':[{'version':1,'cause':{'type':'%s','ref':'m@4'},'returns':%s,'proof':%s}]}
                """.formatted(state, returns, cause, returns, proof).replace('\'', '"')));
    }
}
