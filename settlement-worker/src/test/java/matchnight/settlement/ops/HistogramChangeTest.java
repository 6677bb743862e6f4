package matchnight.settlement.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HistogramChangeTest {

    private static final Map<String, Double> BEFORE = Map.of("0.01", 100.0, "0.1", 100.0, "+Inf", 100.0);

    @Test
    void aPercentileIsTheBoundOfItsBucket() {
        HistogramChange change = HistogramChange.between(BEFORE, Map.of("0.01", 190.0, "0.1", 200.0, "+Inf", 200.0));

        assertThat(change.count()).isEqualTo(100);
        assertThat(change.quantile(0.5)).isEqualTo(0.01);
        assertThat(change.quantile(0.9)).isEqualTo(0.01);
        assertThat(change.quantile(0.99)).isEqualTo(0.1);
    }

    @Test
    void nothingCountedHasNoPercentile() {
        assertThat(HistogramChange.between(BEFORE, BEFORE).quantile(0.99)).isNull();
        assertThat(HistogramChange.between(Map.of(), Map.of()).count()).isZero();
    }

    @Test
    void whatLiesBeyondTheLastBoundIsNotGuessed() {
        assertThat(HistogramChange.between(BEFORE, Map.of("0.01", 100.0, "0.1", 100.0, "+Inf", 110.0))
                        .quantile(0.5))
                .isNull();
    }

    @Test
    void aProcessThatStartedAnewCountsFromZero() {
        assertThat(HistogramChange.between(BEFORE, Map.of("0.01", 4.0, "0.1", 5.0, "+Inf", 5.0))
                        .count())
                .isEqualTo(5);
    }
}
