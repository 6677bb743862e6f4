package matchnight.settlement.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a later look shows otherwise than an earlier one.
 *
 * @param differences figures of both looks that moved by a quarter and by more than their unit's noise, the farthest first
 * @param appeared mechanisms that only the later look names
 * @param gone mechanisms that only the earlier look names
 */
public record LooksCompared(List<Difference> differences, List<Mechanism> appeared, List<Mechanism> gone) {

    /** One figure, before and now. */
    public record Difference(String figure, double before, double now, String unit) {

        private double factor() {
            double low = Math.min(before, now);
            double high = Math.max(before, now);
            return high / Math.max(low, high / 1_000);
        }
    }

    private static final double QUARTER = 1.25;

    /** Compares the figures that both have; the verdicts are those of the same thresholds. */
    public static LooksCompared of(Diagnosis before, Diagnosis now) {
        Map<String, Figures.Figure> earlier = Figures.of(before.readings());
        List<Difference> differences = new ArrayList<>();
        Figures.of(now.readings()).forEach((name, figure) -> {
            Figures.Figure old = earlier.get(name);
            if (old != null && Math.abs(figure.value() - old.value()) >= figure.matters()) {
                differences.add(new Difference(name, old.value(), figure.value(), figure.unit()));
            }
        });
        differences.removeIf(difference -> difference.factor() < QUARTER);
        differences.sort((one, other) -> Double.compare(other.factor(), one.factor()));
        return new LooksCompared(differences, namedOnlyBy(now, before), namedOnlyBy(before, now));
    }

    private static List<Mechanism> namedOnlyBy(Diagnosis one, Diagnosis other) {
        List<Mechanism> others =
                other.verdicts().stream().map(Verdict::mechanism).toList();
        return one.verdicts().stream()
                .map(Verdict::mechanism)
                .filter(mechanism -> !others.contains(mechanism))
                .toList();
    }
}
