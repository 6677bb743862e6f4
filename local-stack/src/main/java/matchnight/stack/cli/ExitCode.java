package matchnight.stack.cli;

/** How the commands end, in the manner of other daemons' control programs. */
public final class ExitCode {

    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;

    /** {@code status} found the stack not running, or not all of it healthy. */
    public static final int NOT_RUNNING = 3;

    /** {@code look} named a mechanism. */
    public static final int FOUND_TROUBLE = 3;

    private ExitCode() {}
}
