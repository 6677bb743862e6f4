package matchnight.bets.key;

import java.util.List;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.idempotency.IdempotencyKey;
import org.springframework.http.HttpHeaders;

/** The header field that a client sends, unchanged, with a submission and with every retry of it. */
public final class KeyHeader {

    public static final String NAME = "Idempotency-Key";

    /** Set to {@code true} on an answer that is the first one once more. */
    public static final String REPLAYED = "Idempotent-Replayed";

    private KeyHeader() {}

    /**
     * Reads the key.
     *
     * @throws ProblemException IDEMPOTENCY_KEY_MISSING or IDEMPOTENCY_KEY_INVALID
     */
    public static IdempotencyKey read(HttpHeaders headers) {
        List<String> fieldValues = headers.get(NAME);
        if (fieldValues == null || fieldValues.isEmpty()) {
            throw new ProblemException(ProblemCode.IDEMPOTENCY_KEY_MISSING, "Send one " + NAME + " a submission");
        }
        if (fieldValues.size() > 1) {
            throw new ProblemException(ProblemCode.IDEMPOTENCY_KEY_INVALID, NAME + " was sent more than once");
        }
        try {
            return IdempotencyKey.parse(fieldValues.getFirst());
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.IDEMPOTENCY_KEY_INVALID, "The key " + malformed.getMessage());
        }
    }
}
