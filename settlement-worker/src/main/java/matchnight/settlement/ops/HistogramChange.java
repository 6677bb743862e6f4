package matchnight.settlement.ops;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a histogram has counted between two looks: how many, and where its percentiles lie. */
public final class HistogramChange {

    private final NavigableMap<Double, Double> countUpTo = new TreeMap<>();

    private HistogramChange() {}

    /** From the counts by {@code le} before and after; a counter that went back started anew. */
    public static HistogramChange between(Map<String, Double> before, Map<String, Double> after) {
        HistogramChange change = new HistogramChange();
        after.forEach((bound, count) -> {
            double earlier = before.getOrDefault(bound, 0.0);
            change.countUpTo.put(boundOf(bound), count < earlier ? count : count - earlier);
        });
        return change;
    }

    private static double boundOf(String text) {
        return "+Inf".equals(text) ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    public double count() {
        return countUpTo.isEmpty() ? 0 : countUpTo.lastEntry().getValue();
    }

    /**
     * The upper bound of the bucket that holds the quantile, in the histogram's unit; null when nothing was counted or it
     * lies beyond the last bound.
     */
    @Nullable
    public Double quantile(double quantile) {
        double rank = quantile * count();
        if (count() <= 0) {
            return null;
        }
        for (Map.Entry<Double, Double> bucket : countUpTo.entrySet()) {
            if (bucket.getValue() >= rank) {
                return bucket.getKey().isInfinite() ? null : bucket.getKey();
            }
        }
        return null;
    }
}
