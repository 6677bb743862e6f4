package matchnight.bench.load;

import java.io.IOException;

/**
 * Finds where an HTTP/1.1 answer ends in the bytes that have come, reading no more of it than status, length and whether the
 * connection stays.
 */
final class AnswerFrame {

    private static final int UNKNOWN = -1;
    private static final byte[] CONTENT_LENGTH = lowerCase("content-length:");
    private static final byte[] CHUNKED = lowerCase("transfer-encoding: chunked");
    private static final byte[] CLOSE = lowerCase("connection: close");
    private static final byte[] LAST_CHUNK = lowerCase("\r\n0\r\n\r\n");
    private static final int STATUS_START = 9;
    private static final int STATUS_LINE_BYTES_MIN = 12;

    private int headEnd = UNKNOWN;
    private int end = UNKNOWN;
    private int status;
    private boolean chunked;
    private boolean closes;

    private static byte[] lowerCase(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    void reset() {
        headEnd = UNKNOWN;
        end = UNKNOWN;
        chunked = false;
        closes = false;
    }

    /**
     * Looks at what has come so far and says whether the answer is whole.
     *
     * @throws IOException if this is no HTTP/1.1 answer with a length
     */
    boolean isWhole(byte[] bytes, int length) throws IOException {
        if (headEnd == UNKNOWN && !findHead(bytes, length)) {
            return false;
        }
        if (chunked && end == UNKNOWN && endsWith(bytes, length)) {
            end = length;
        }
        return end != UNKNOWN && length >= end;
    }

    private boolean findHead(byte[] bytes, int length) throws IOException {
        int lineStart = 0;
        for (int at = 0; at + 1 < length; at++) {
            if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
                continue;
            }
            if (at == lineStart) {
                headEnd = at + 2;
                readStatus(bytes);
                return true;
            }
            readHeader(bytes, lineStart, at);
            lineStart = at + 2;
        }
        return false;
    }

    private void readStatus(byte[] bytes) throws IOException {
        if (headEnd < STATUS_LINE_BYTES_MIN || bytes[0] != 'H') {
            throw new IOException("Not an HTTP/1.1 answer");
        }
        status = (int) number(bytes, STATUS_START, STATUS_LINE_BYTES_MIN);
        if (!chunked) {
            if (end == UNKNOWN) {
                throw new IOException("An answer without a length");
            }
            end += headEnd;
        }
    }

    private void readHeader(byte[] bytes, int start, int stop) throws IOException {
        if (startsWith(bytes, start, stop, CONTENT_LENGTH)) {
            end = (int) number(bytes, start + CONTENT_LENGTH.length, stop);
        } else if (startsWith(bytes, start, stop, CHUNKED)) {
            chunked = true;
        } else if (startsWith(bytes, start, stop, CLOSE)) {
            closes = true;
        }
    }

    private static boolean startsWith(byte[] bytes, int start, int stop, byte[] lowerCase) {
        if (stop - start < lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            if (Character.toLowerCase(bytes[start + i]) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static long number(byte[] bytes, int start, int stop) throws IOException {
        long number = 0;
        for (int at = start; at < stop; at++) {
            if (bytes[at] >= '0' && bytes[at] <= '9') {
                number = 10 * number + bytes[at] - '0';
            } else if (bytes[at] != ' ') {
                throw new IOException("Not a number in an answer's head");
            }
            if (number > Integer.MAX_VALUE / 2) {
                throw new IOException("A number out of bounds in an answer's head");
            }
        }
        return number;
    }

    // There is one exchange at a time on a connection, so what comes last ends the answer.
    private boolean endsWith(byte[] bytes, int length) {
        int start = length - LAST_CHUNK.length;
        return start >= headEnd - 2 && startsWith(bytes, start, length, LAST_CHUNK);
    }

    int status() {
        return status;
    }

    boolean closes() {
        return closes;
    }
}
