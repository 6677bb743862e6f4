package matchnight.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/** An answer as it lies in its connection's buffer, good only while it is being taken. */
public final class WireAnswer {

    /** The status where the connection broke or the answer came too late. */
    public static final int UNANSWERED = 0;

    public static final int ACCEPTED = 201;
    private static final int REFUSED = 422;
    private static final byte[] CODE_MEMBER = "\"code\":\"".getBytes(US_ASCII);

    private final long number;
    private final int status;
    private final long dueNanos;
    private final long sentNanos;
    private final long answeredNanos = System.nanoTime();
    private final byte[] buffer;
    private final int length;

    WireAnswer(long number, int status, long dueNanos, long sentNanos, byte[] buffer, int length) {
        this.number = number;
        this.status = status;
        this.dueNanos = dueNanos;
        this.sentNanos = sentNanos;
        this.buffer = buffer;
        this.length = length;
    }

    /** Which request of its load it answers. */
    public long number() {
        return number;
    }

    /** The HTTP status, or {@link #UNANSWERED}. */
    public int status() {
        return status;
    }

    /** {@link System#nanoTime} from which its latency counts. */
    public long dueNanos() {
        return dueNanos;
    }

    /** The same just before the request was written. */
    public long sentNanos() {
        return sentNanos;
    }

    public long answeredNanos() {
        return answeredNanos;
    }

    public boolean isAccepted() {
        return status == ACCEPTED;
    }

    /** Whether it was decided on business grounds, for or against. */
    public boolean isDecided() {
        return status == ACCEPTED || status == REFUSED;
    }

    /** {@code ACCEPTED}, the problem's code, {@code HTTP_} and the status where there is none, or {@code UNANSWERED}. */
    public String outcome() {
        if (isAccepted()) {
            return "ACCEPTED";
        }
        if (status == UNANSWERED) {
            return "UNANSWERED";
        }
        int start = indexOf(CODE_MEMBER) + CODE_MEMBER.length;
        int end = start;
        while (start >= CODE_MEMBER.length && end < length && buffer[end] != '"') {
            end++;
        }
        return start < CODE_MEMBER.length ? "HTTP_" + status : new String(buffer, start, end - start, US_ASCII);
    }

    /** The whole answer as text, for messages about one that was not expected. */
    public String text() {
        return new String(buffer, 0, length, UTF_8);
    }

    private int indexOf(byte[] wanted) {
        for (int at = 0; at <= length - wanted.length; at++) {
            if (matches(wanted, at)) {
                return at;
            }
        }
        return -1;
    }

    private boolean matches(byte[] wanted, int at) {
        for (int i = 0; i < wanted.length; i++) {
            if (buffer[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
