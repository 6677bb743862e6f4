package matchnight.bench.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measurements of several things that took turns, and the median of each. */
final class Series<K> {

    private final Map<K, List<Double>> values = new LinkedHashMap<>();

    void add(K what, double value) {
        values.computeIfAbsent(what, _ -> new ArrayList<>()).add(value);
    }

    double median(K what) {
        return Statistics.median(values.getOrDefault(what, List.of()));
    }

    /** That with the highest median. */
    K best() {
        return values.keySet().stream()
                .reduce((left, right) -> median(right) > median(left) ? right : left)
                .orElseThrow(() -> new IllegalArgumentException("Nothing was measured"));
    }

    Iterable<K> all() {
        return values.keySet();
    }
}
