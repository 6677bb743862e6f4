package matchnight.bets.problem;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One problem as RFC 9457 has it, with this service's members.
 *
 * @param detail what was wrong this time, for people; never repeats what was sent
 * @param errors the faults of an invalid input, in the order found; empty for other codes
 * @param members further members ({@code currentPrice}, {@code maxStake}, …) whose values are strings, integers,
 *     booleans, null, and lists and maps of them
 */
public record Problem(
        ProblemCode code, String detail, List<PointerError> errors, SortedMap<String, @Nullable Object> members) {

    public Problem {
        errors = List.copyOf(errors);
        members = new TreeMap<>(members);
    }

    public static Problem of(ProblemCode code, String detail) {
        return of(code, detail, Map.of());
    }

    public static Problem of(ProblemCode code, String detail, Map<String, ? extends @Nullable Object> members) {
        return new Problem(code, detail, List.of(), new TreeMap<>(members));
    }

    public static Problem invalid(List<PointerError> errors) {
        return new Problem(
                ProblemCode.INVALID_REQUEST,
                errors.size() == 1 ? sentence(errors.getFirst()) : errors.size() + " members are not valid",
                errors,
                new TreeMap<>());
    }

    private static String sentence(PointerError error) {
        return (error.pointer().isEmpty() ? "The body" : error.pointer()) + " " + error.detail();
    }

    public static Problem invalid(String pointer, String detail) {
        return invalid(List.of(new PointerError(pointer, detail)));
    }
}
