package matchnight.bets.relay;

/** What an operator is told of a failure: the innermost cause, on one line. */
final class FailureText {

    private static final int MAX_LENGTH = 500;

    private FailureText() {}

    static String of(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return shorten(root.getClass().getSimpleName() + ": " + root.getMessage());
    }

    /** The text on one line and of a length that fits the cursor and a log. */
    static String shorten(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.substring(0, Math.min(line.length(), MAX_LENGTH));
    }
}
