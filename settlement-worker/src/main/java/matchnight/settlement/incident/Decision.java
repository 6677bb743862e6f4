package matchnight.settlement.incident;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What a person may decide of an incident, by its kind. */
enum Decision {
    /** The content that counts goes on counting. */
    KEEP_STORED,
    /** Another content of the version counts from now on. */
    TAKE_OTHER,
    /** What the incident told of is done with; nothing follows. */
    CLOSE;

    static final String RESULT_CONFLICT = "RESULT_CONFLICT";

    static List<Decision> ofKind(String kind) {
        return kind.equals(RESULT_CONFLICT) ? List.of(KEEP_STORED, TAKE_OTHER) : List.of(CLOSE);
    }

    /**
     * Reads a decision's name.
     *
     * @throws IllegalArgumentException if it is none; its message is for the caller
     */
    static Decision of(String name) {
        return Arrays.stream(values())
                .filter(decision -> decision.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be " + names(List.of(values()))));
    }

    static String names(List<Decision> decisions) {
        return decisions.stream().map(Decision::name).collect(Collectors.joining(" or "));
    }
}
