package matchnight.stack.testing;

import java.util.Optional;
import matchnight.stack.PgBouncerProgram;
import matchnight.stack.StackFailure;

/** The machine's PgBouncer for tests, which skip themselves where there is none, unless the environment demands it. */
public final class InstalledPgBouncer {

    /** Names, separated by commas, what tests may not do without: there a missing one fails them. {@code .ci/run} sets it. */
    public static final String REQUIRED = "MATCHNIGHT_TESTS_REQUIRE";

    /** What a test says that skips itself. */
    public static final String MISSING = PgBouncerProgram.MISSING;

    private static final String NAME = "pgbouncer";

    private InstalledPgBouncer() {}

    /**
     * The installed program; empty where none is and none is required.
     *
     * @throws StackFailure where none is installed and {@value #REQUIRED} names {@code pgbouncer}
     */
    public static Optional<PgBouncerProgram> find() {
        Optional<PgBouncerProgram> program = PgBouncerProgram.find();
        if (program.isEmpty()) {
            TestNeeds.refuseToSkip(NAME, MISSING);
        }
        return program;
    }
}
