package matchnight.ledger.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Tells one request under a key from another: the first 16 bytes of the SHA-256 of its canonical text.
 *
 * <p>The canonical text is made from the command and not from the body, so that member order, white space and
 * {@code 10} against {@code "10.00"} make no difference.
 */
public record RequestHash(String hex) {

    private static final int LENGTH_BYTES = 16;

    public static RequestHash ofCanonicalText(String canonicalText) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonicalText.getBytes(StandardCharsets.UTF_8));
            return ofBytes(Arrays.copyOf(digest, LENGTH_BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    static RequestHash ofBytes(byte[] bytes) {
        return new RequestHash(HexFormat.of().formatHex(bytes));
    }
}
