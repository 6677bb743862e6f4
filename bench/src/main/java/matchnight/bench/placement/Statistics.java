package matchnight.bench.placement;

import java.util.Collection;

/** What several measurements of the same thing come to. */
public final class Statistics {

    private Statistics() {}

    /** The middle one, or the mean of the two in the middle. */
    public static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("Nothing was measured");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The smallest value that so many percent of them do not exceed. */
    public static double percentile(Collection<Double> values, double percent) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("Nothing was measured");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(rank, 1) - 1];
    }

    /** The quotient, or 0 where nothing was measured to divide by. */
    public static double ratio(double value, double reference) {
        return reference == 0 ? 0 : value / reference;
    }
}
