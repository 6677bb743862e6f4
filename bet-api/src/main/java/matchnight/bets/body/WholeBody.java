package matchnight.bets.body;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * What a body must be before anything parses it: said to be JSON and not encoded, UTF-8 by Java's strict decoder, and without a NUL. Parsers
 * guess at other encodings, and take some malformed ones.
 */
public final class WholeBody {

    private WholeBody() {}

    public static boolean isSaidToBeJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        if (contentType.equals(MediaType.APPLICATION_JSON_VALUE)) {
            return true;
        }
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            Charset charset = type.getCharset();
            return type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                    && (charset == null || charset.equals(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }

    /** Whether it is said to be the bytes themselves, and not what something has made of them. */
    public static boolean isSaidToBePlain(Enumeration<String> contentEncodings) {
        while (contentEncodings.hasMoreElements()) {
            String encoding = contentEncodings.nextElement();
            if (!encoding.isBlank() && !encoding.strip().equalsIgnoreCase("identity")) {
                return false;
            }
        }
        return true;
    }

    /** Whether the bytes are UTF-8 without a NUL. */
    public static boolean isText(byte[] body) {
        boolean isAscii = true;
        for (byte b : body) {
            if (b == 0) {
                return false;
            }
            isAscii &= b > 0;
        }
        return isAscii || isUtf8(body);
    }

    private static boolean isUtf8(byte[] body) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }
}
