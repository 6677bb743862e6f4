package matchnight.ledger.bet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BetTypeTest {

    // As every bookmaker's glossary counts them.
    @ParameterizedTest
    @CsvSource({
        "SINGLE, 1, 1, 1", "ACCUMULATOR, 2, 1, 1", "ACCUMULATOR, 20, 1, 1", "TRIXIE, 3, 4, 3", "PATENT, 3, 7, 4",
        "YANKEE, 4, 11, 7", "LUCKY15, 4, 15, 8", "CANADIAN, 5, 26, 15", "LUCKY31, 5, 31, 16", "HEINZ, 6, 57, 31",
        "LUCKY63, 6, 63, 32", "SUPER_HEINZ, 7, 120, 63", "GOLIATH, 8, 247, 127"
    })
    void linesAreThoseOfTheName(BetType type, int legs, int lines, int linesWithOneLeg) {
        assertEquals(lines, type.lines(legs));
        assertEquals(linesWithOneLeg, type.linesWithOneLeg(legs));
    }
}
