package matchnight.settlement.problem;

import java.util.List;
import matchnight.settlement.result.Fault;

/** One problem of RFC 9457. */
public record Problem(ProblemCode code, String detail, List<Fault> errors) {

    public Problem {
        errors = List.copyOf(errors);
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
