package matchnight.settlement.problem;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.settlement.result.Fault;

/**
 * One problem of RFC 9457.
 *
 * @param members what its code adds to it, by name; each value is rendered as JSON
 */
public record Problem(ProblemCode code, String detail, List<Fault> errors, Map<String, Object> members) {

    public Problem {
        errors = List.copyOf(errors);
        members = Map.copyOf(members);
    }

    /** A problem that adds no members. */
    public Problem(ProblemCode code, String detail, List<Fault> errors) {
        this(code, detail, errors, Map.of());
    }

    /** The same problem with one member more. */
    public Problem with(String name, Object value) {
        Map<String, Object> more = new HashMap<>(members);
        more.put(name, value);
        return new Problem(code, detail, errors, more);
    }

    public static Problem of(ProblemCode code, String detail) {
        return new Problem(code, detail, List.of());
    }

    public static Problem invalid(List<Fault> errors) {
        return new Problem(ProblemCode.INVALID_REQUEST, "The errors say where and why", errors);
    }

    public static Problem invalid(String pointer, String detail) {
        return invalid(List.of(new Fault(pointer, detail)));
    }
}
