package matchnight.bench.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measurements of several things that took turns, and the median of each. */
public final class Series<K> {

    private final Map<K, List<Double>> values = new LinkedHashMap<>();

    public void add(K what, double value) {
        values.computeIfAbsent(what, _ -> new ArrayList<>()).add(value);
    }

    public double median(K what) {
        return Statistics.median(values.getOrDefault(what, List.of()));
    }

    /** That with the highest median. */
    K best() {
        return values.keySet().stream()
                .reduce((left, right) -> median(right) > median(left) ? right : left)
                .orElseThrow(() -> new IllegalArgumentException("Nothing was measured"));
    }

    /** In the order in which they were first measured. */
    public Iterable<K> all() {
        return values.keySet();
    }
}
