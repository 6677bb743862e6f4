package matchnight.bench.product;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricsTest {

    private static final String READING = """
            # HELP settlement_backlog_age_seconds age
            # TYPE settlement_backlog_age_seconds gauge
            settlement_backlog_age_seconds{application="worker",} 1.25
            settlement_balance_lock_seconds_bucket{le="0.001"} 90
            settlement_balance_lock_seconds_bucket{le="0.005"} 99
            settlement_balance_lock_seconds_bucket{le="0.010"} 99
            settlement_balance_lock_seconds_bucket{le="+Inf"} 100
            empty_seconds_bucket{le="+Inf"} 0
            plain 3
            not_known NaN
            """;

    private final Metrics metrics = Metrics.parse(READING);

    @Test
    void aGaugeIsReadWithItsLabels() {
        assertThat(metrics.highest("settlement_backlog_age_seconds")).hasValue(1.25);
        assertThat(metrics.highest("plain")).hasValue(3);
    }

    @Test
    void whatIsNotThereIsNotZero() {
        assertThat(metrics.highest("absent")).isEmpty();
        assertThat(metrics.highest("not_known")).isEmpty();
        assertThat(metrics.percentile("absent", 0.99)).isEmpty();
        assertThat(metrics.percentile("empty_seconds", 0.99)).isEmpty();
    }

    @Test
    void aPercentileIsTheUpperBoundOfItsBucket() {
        assertThat(metrics.percentile("settlement_balance_lock_seconds", 0.5)).hasValue(0.001);
        assertThat(metrics.percentile("settlement_balance_lock_seconds", 0.99)).hasValue(0.005);
        assertThat(metrics.percentile("settlement_balance_lock_seconds", 0.999)).hasValue(Double.POSITIVE_INFINITY);
    }

    @Test
    void whatWasRecordedBeforeDoesNotCountForATimeBetween() {
        Metrics later = Metrics.parse("""
                settlement_balance_lock_seconds_bucket{le="0.001"} 60
                settlement_balance_lock_seconds_bucket{le="0.005"} 1100
                settlement_balance_lock_seconds_bucket{le="+Inf"} 1101
                """);
        Metrics earlier = Metrics.parse("""
                settlement_balance_lock_seconds_bucket{le="0.001"} 60
                settlement_balance_lock_seconds_bucket{le="0.005"} 100
                settlement_balance_lock_seconds_bucket{le="+Inf"} 101
                """);
        assertThat(later.percentileSince(earlier, "settlement_balance_lock_seconds", 0.5))
                .hasValue(0.005);
        assertThat(later.percentileSince(later, "settlement_balance_lock_seconds", 0.5))
                .isEmpty();
    }
}
