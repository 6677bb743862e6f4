package matchnight.stack;

/** Says why the stack cannot do what was asked, in words for the person who asked. */
public final class StackFailure extends RuntimeException {

    public StackFailure(String message) {
        super(message);
    }

    public StackFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
