package matchnight.bets.placement.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import matchnight.bets.account.BalanceView;
import matchnight.bets.bet.BetJson;
import matchnight.bets.bet.BetView;
import matchnight.bets.key.KeyHeader;
import matchnight.bets.placement.PlaceBetOutcome;
import matchnight.bets.placement.Refusal;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemBody;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** An outcome as the client gets it: a retry's status and body are the first one's, byte for byte. */
final class PlacementAnswer {

    private static final int CREATED = 201;

    private final int status;
    private final String contentType;
    private final @Nullable String location;
    private final boolean replayed;
    private final byte[] body;

    private PlacementAnswer(int status, String contentType, @Nullable String location, boolean replayed, byte[] body) {
        this.status = status;
        this.contentType = contentType;
        this.location = location;
        this.replayed = replayed;
        this.body = body;
    }

    /**
     * Renders the outcome.
     *
     * @throws ProblemException where the key stands for another request, or its first one runs still
     */
    static PlacementAnswer of(PlaceBetOutcome outcome) {
        return switch (outcome) {
            case PlaceBetOutcome.Accepted accepted -> accepted(accepted);
            case PlaceBetOutcome.Refused(Refusal refusal, boolean replayed) -> refused(refusal, replayed);
            case PlaceBetOutcome.Retired _ ->
                throw new ProblemException(
                        ProblemCode.RETIRED, "The first request was accepted, and its rows are no longer kept here");
            case PlaceBetOutcome.KeyReused _ ->
                throw new ProblemException(
                        ProblemCode.IDEMPOTENCY_KEY_REUSED, "The key stands for a request that differs from this one");
            case PlaceBetOutcome.KeyInUse _ ->
                throw new ProblemException(
                        ProblemCode.IDEMPOTENCY_KEY_IN_USE, "Try again with the same key for the first one's answer");
        };
    }

    private static PlacementAnswer accepted(PlaceBetOutcome.Accepted accepted) {
        BetView bet = accepted.bet();
        BalanceView balance = new BalanceView(accepted.balance(), bet.acceptedAt(), BalanceView.PRIMARY);
        return new PlacementAnswer(
                CREATED,
                MediaType.APPLICATION_JSON_VALUE,
                "/v1/bets/" + bet.betId(),
                accepted.replayed(),
                BetJson.accepted(bet, balance));
    }

    private static PlacementAnswer refused(Refusal refusal, boolean replayed) {
        Problem problem = RefusalProblem.of(refusal);
        return new PlacementAnswer(
                problem.code().status(), ProblemBody.MEDIA_TYPE, null, replayed, ProblemBody.render(problem));
    }

    void write(HttpServletResponse response) throws IOException {
        response.setStatus(status);
        response.setContentType(contentType);
        response.setContentLength(body.length);
        response.setHeader("Cache-Control", "no-store");
        if (location != null) {
            response.setHeader("Location", location);
        }
        if (replayed) {
            response.setHeader(KeyHeader.REPLAYED, "true");
        }
        response.getOutputStream().write(body);
    }
}
