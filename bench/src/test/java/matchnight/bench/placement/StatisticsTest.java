package matchnight.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    @Test
    void theMedianIsTheMiddleOneWhateverTheOrder() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 5.0))).isEqualTo(5);
        assertThat(Statistics.median(List.of(9.0, 1.0, 5.0, 6.0))).isEqualTo(5.5);
        assertThat(Statistics.median(List.of(3.0))).isEqualTo(3);
    }

    @Test
    void aPercentileIsAValueThatWasMeasured() {
        List<Double> hundred =
                IntStream.rangeClosed(1, 100).mapToObj(i -> (double) (101 - i)).toList();
        assertThat(Statistics.percentile(hundred, 50)).isEqualTo(50);
        assertThat(Statistics.percentile(hundred, 99)).isEqualTo(99);
        assertThat(Statistics.percentile(hundred, 100)).isEqualTo(100);
        assertThat(Statistics.percentile(List.of(7.0), 1)).isEqualTo(7);
    }

    @Test
    void nothingMeasuredIsNoFigure() {
        assertThatThrownBy(() -> Statistics.median(List.of())).hasMessageContaining("Nothing was measured");
        assertThatThrownBy(() -> Statistics.percentile(List.of(), 99)).hasMessageContaining("Nothing was measured");
        assertThat(Statistics.ratio(3, 0)).isZero();
        assertThat(Statistics.ratio(3, 2)).isEqualTo(1.5);
    }

    @Test
    void theBestOfSeriesIsThatWithTheHighestMedianNotTheHighestPeak() {
        Series<String> series = new Series<>();
        List.of(100.0, 110.0, 900.0).forEach(value -> series.add("peaked", value));
        List.of(200.0, 210.0, 220.0).forEach(value -> series.add("steady", value));
        assertThat(series.best()).isEqualTo("steady");
        assertThat(series.median("peaked")).isEqualTo(110);
        assertThat(series.all()).containsExactly("peaked", "steady");
        assertThatThrownBy(() -> new Series<String>().best()).hasMessageContaining("Nothing was measured");
    }
}
