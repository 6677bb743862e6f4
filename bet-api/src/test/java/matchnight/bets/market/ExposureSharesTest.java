package matchnight.bets.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import matchnight.bets.market.ExposureShares.Counter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExposureSharesTest {

    @ParameterizedTest
    @CsvSource({
        "100, '0 0 0 0',   '25 25 25 25'",
        "101, '0 0 0 0',   '26 25 25 25'",
        "3,   '0 0 0 0',   '1 1 1 0'",
        "0,   '0 0 0 0',   '0 0 0 0'",
        "100, '10 20 0 30', '20 30 10 40'",
        "61,  '10 20 0 30', '11 20 0 30'",
        "60,  '10 20 0 30', '10 20 0 30'",
        "5,   '10 20 0 30', '10 20 0 30'",
        "7,   '3',          '7'",
    })
    void givesEachItsLiabilityAndAnEqualPartOfTheRest(long limit, String liabilities, String shares) {
        assertThat(ExposureShares.shares(counters("H", liabilities), limit)).isEqualTo(counters("H", shares));
    }

    @Test
    void sharesEverySelectionByItself() {
        List<Counter> counters = new ArrayList<>(counters("A", "10 0"));
        counters.addAll(counters("H", "0 0"));
        List<Counter> shares = new ArrayList<>(counters("A", "55 45"));
        shares.addAll(counters("H", "50 50"));
        assertThat(ExposureShares.shares(counters, 100)).isEqualTo(shares);
    }

    private static List<Counter> counters(String selectionId, String amounts) {
        List<Counter> counters = new ArrayList<>();
        for (long amount :
                Arrays.stream(amounts.split(" ")).mapToLong(Long::parseLong).toArray()) {
            counters.add(new Counter(selectionId, (short) counters.size(), amount));
        }
        return counters;
    }
}
