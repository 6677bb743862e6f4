package matchnight.bench.load;

import org.HdrHistogram.Histogram;

/** Percentiles of a set of latencies, in milliseconds; 0 where the set is empty. */
public final class Latencies {

    private final Histogram histogram;

    Latencies(Histogram histogram) {
        this.histogram = histogram;
    }

    public long count() {
        return histogram.getTotalCount();
    }

    public double p50Millis() {
        return atPercentile(50);
    }

    public double p99Millis() {
        return atPercentile(99);
    }

    public double p999Millis() {
        return atPercentile(99.9);
    }

    public double maxMillis() {
        return histogram.getMaxValue() / 1e3;
    }

    /** Rounded to a tenth of a millisecond. */
    public double atPercentile(double percentile) {
        return Math.round(histogram.getValueAtPercentile(percentile) / 100.0) / 10.0;
    }
}
