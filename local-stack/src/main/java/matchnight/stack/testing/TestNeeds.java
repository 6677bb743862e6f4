package matchnight.stack.testing;

import java.util.Arrays;
import matchnight.stack.StackFailure;

/** What tests need of a machine. A test without it skips itself, saying so, unless the environment demands it. */
public final class TestNeeds {

    /** Names, separated by commas, what tests may not do without: there a missing one fails them. {@code .ci/run} sets it. */
    public static final String REQUIRED = InstalledPgBouncer.REQUIRED;

    private TestNeeds() {}

    /** Whether {@value #REQUIRED} names it. */
    public static boolean isRequired(String need) {
        String required = System.getenv(REQUIRED);
        return required != null
                && Arrays.stream(required.split(",", -1)).map(String::strip).anyMatch(need::equals);
    }

    /**
     * Called by a test that is about to skip itself.
     *
     * @throws StackFailure where the environment demands what is missing
     */
    public static void refuseToSkip(String need, String missing) {
        if (isRequired(need)) {
            throw new StackFailure(REQUIRED + " demands what is missing: " + missing);
        }
    }
}
