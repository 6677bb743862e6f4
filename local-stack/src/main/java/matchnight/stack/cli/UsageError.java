package matchnight.stack.cli;

/** The command line was not understood. Says what is wrong with it. */
public final class UsageError extends RuntimeException {

    public UsageError(String message) {
        super(message);
    }
}
