package matchnight.bench.product;

import java.time.Instant;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.Submission;
import org.jspecify.annotations.Nullable;

/**
 * What a bettor knows of a submitted bet.
 *
 * @param code {@code ACCEPTED}, the code of the refusal, or {@code UNANSWERED}
 * @param betId of an accepted bet
 * @param status of the last answer, 0 without one
 * @param isFinal whether the answer is one that need not be asked about again
 */
public record BetOutcome(
        BetRequest request,
        String code,
        @Nullable String betId,
        int status,
        boolean isFinal,
        int attempts,
        int unansweredAttempts,
        long firstSentNanos,
        long answeredNanos,
        Instant answeredAt) {

    public static final String ACCEPTED = "ACCEPTED";
    public static final String UNANSWERED = "UNANSWERED";

    static BetOutcome of(BetRequest request, Submission submission) {
        HttpAnswer answer = submission.answer();
        return new BetOutcome(
                request,
                codeOf(answer),
                answer != null && answer.status() == 201
                        ? answer.json().path("betId").asString()
                        : null,
                answer == null ? 0 : answer.status(),
                submission.isFinal(),
                submission.attempts(),
                submission.unansweredAttempts(),
                submission.firstSentNanos(),
                submission.answeredNanos(),
                submission.answeredAt());
    }

    private static String codeOf(@Nullable HttpAnswer answer) {
        if (answer == null) {
            return UNANSWERED;
        }
        return answer.status() == 201 ? ACCEPTED : answer.problemCode();
    }

    public boolean isAccepted() {
        return code.equals(ACCEPTED);
    }

    /** A refusal on business grounds, which the contract foresees for any bet. */
    public boolean isRefusal() {
        return status == 422;
    }
}
