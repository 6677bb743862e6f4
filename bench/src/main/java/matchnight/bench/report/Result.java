package matchnight.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a run, as {@code --json} writes it.
 *
 * @param unit of the value; {@code 1} for a ratio or a plain count
 * @param target the bound that the design sets; null where it sets none, and then {@code met} is null too
 * @param wanted the better bound that the design wants
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Result(
        String metric,
        double value,
        String unit,
        @Nullable String target,
        @Nullable Boolean met,
        @Nullable String wanted) {

    public static Result of(String metric, double value, String unit) {
        requireNumber(metric, value);
        return new Result(metric, Figures.rounded(value), unit, null, null, null);
    }

    /** A figure beside its target, which judges the value before it is rounded. */
    public static Result of(String metric, double value, String unit, Target target) {
        requireNumber(metric, value);
        return new Result(
                metric, Figures.rounded(value), unit, target.text(), target.isMetBy(value), target.wantedText());
    }

    // A division by nothing that was measured would be written as a number that no JSON reader takes.
    private static void requireNumber(String metric, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(metric + " is not a number: " + value);
        }
    }
}
