package matchnight.ledger.idempotency;

import java.util.regex.Pattern;

/**
 * What a client puts on one submission and on every retry of it: 1 to 255 visible ASCII characters without spaces.
 *
 * <p>Source: the Idempotency-Key header field (IETF draft), which sends the key as a quoted structured-field string; the
 * bare form that most clients send is taken as well and is the same key.
 */
public record IdempotencyKey(String value) {

    public static final int MAX_LENGTH = 255;

    private static final Pattern VISIBLE_ASCII = Pattern.compile("[\\x21-\\x7E]{1," + MAX_LENGTH + "}");

    /**
     * Checks the key.
     *
     * @throws IllegalArgumentException if the text is no key; the message completes the sentence "the key …"
     */
    public IdempotencyKey {
        if (!VISIBLE_ASCII.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "must be 1 to " + MAX_LENGTH + " visible ASCII characters without spaces");
        }
    }

    /**
     * Reads a header field's value, bare or as a quoted string with {@code \"} and {@code \\} escaped.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static IdempotencyKey parse(String headerValue) {
        return headerValue.startsWith("\"")
                ? new IdempotencyKey(unquote(headerValue))
                : new IdempotencyKey(headerValue);
    }

    private static String unquote(String quoted) {
        StringBuilder key = new StringBuilder(quoted.length());
        int last = quoted.length() - 1;
        for (int i = 1; i < last; i++) {
            char character = quoted.charAt(i);
            if (character == '\\' && i + 1 < last && isEscapable(quoted.charAt(i + 1))) {
                i++;
                character = quoted.charAt(i);
            } else if (character == '"' || character == '\\') {
                throw new IllegalArgumentException("has a quote or backslash that is not escaped");
            }
            key.append(character);
        }
        if (last == 0 || quoted.charAt(last) != '"') {
            throw new IllegalArgumentException("begins with a quote and does not end with one");
        }
        return key.toString();
    }

    private static boolean isEscapable(char character) {
        return character == '"' || character == '\\';
    }
}
