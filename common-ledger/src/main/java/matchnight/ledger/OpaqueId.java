package matchnight.ledger;

import java.util.regex.Pattern;

/**
 * The form of every id that a client may choose: 1 to 64 ASCII letters, digits and {@code . _ : ~ -}, beginning with a
 * letter or digit. Such ids sort alike in Java and in the database's "C" collation, which the order of locks rests on.
 */
public final class OpaqueId {

    public static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9._:~-]{0,63}";

    private static final Pattern COMPILED = Pattern.compile(PATTERN);

    private OpaqueId() {}

    /**
     * Returns the text if it is such an id.
     *
     * @throws IllegalArgumentException if the text is no such id; the message completes the sentence "the id …"
     */
    public static String requireValid(String text) {
        if (!COMPILED.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be 1 to 64 ASCII letters, digits or . _ : ~ -, beginning with a letter or digit");
        }
        return text;
    }
}
