package matchnight.bench.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueriedSeriesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "up{job=~\"bet-api|other\"} == 0 ; up",
                "sum by (le, outcome) (rate(a_bucket{le=\"0.25\"}[5m])) / on () group_left () (sum(rate(b_count[5m])) + c) ; a_bucket,b_count,c",
                "max(a) > 0 or max(b) > 2 * 1024 ; a,b",
                "job:a:p99_rate1m > 14.4 * 0.005 and job:b_count:rate1m > 1e6 ; job:a:p99_rate1m,job:b_count:rate1m",
                "histogram_quantile(0.99, sum by (le) (rate(a_seconds_bucket[1m]))) ; a_seconds_bucket",
                "min by (table) (days) < 3 ; days"
            })
    void namesWhatIsAskedFor(String expression, String series) {
        assertThat(QueriedSeries.of(expression)).isEqualTo(Set.of(series.split(",")));
    }
}
