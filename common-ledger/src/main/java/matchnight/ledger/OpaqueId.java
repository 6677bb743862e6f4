package matchnight.ledger;

/**
 * The form of every id that a client may choose: 1 to 64 ASCII letters, digits and {@code . _ : ~ -}, beginning with a
 * letter or digit. Such ids sort alike in Java and in the database's "C" collation, which the order of locks rests on.
 */
public final class OpaqueId {

    public static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9._:~-]{0,63}";

    private static final int MOST_CHARACTERS = 64;

    private OpaqueId() {}

    /**
     * Returns the text if it is such an id.
     *
     * @throws IllegalArgumentException if the text is no such id; the message completes the sentence "the id …"
     */
    public static String requireValid(String text) {
        if (!isValid(text)) {
            throw new IllegalArgumentException(
                    "must be 1 to 64 ASCII letters, digits or . _ : ~ -, beginning with a letter or digit");
        }
        return text;
    }

    // Every id of every request and row comes by here; a loop takes a tenth of what the pattern would.
    private static boolean isValid(String text) {
        if (text.isEmpty() || text.length() > MOST_CHARACTERS || !isLetterOrDigit(text.charAt(0))) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            char character = text.charAt(i);
            if (!isLetterOrDigit(character) && "._:~-".indexOf(character) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9');
    }
}
