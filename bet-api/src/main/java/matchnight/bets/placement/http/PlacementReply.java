package matchnight.bets.placement.http;

import java.net.URI;
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
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** An outcome as the client gets it: a retry's status and body are the first one's, byte for byte. */
final class PlacementReply {

    private PlacementReply() {}

    static ResponseEntity<byte[]> of(PlaceBetOutcome outcome) {
        return switch (outcome) {
            case PlaceBetOutcome.Accepted accepted -> accepted(accepted);
            case PlaceBetOutcome.Refused(Refusal refusal, boolean replayed) -> refused(refusal, replayed);
            case PlaceBetOutcome.KeyReused _ ->
                throw new ProblemException(
                        ProblemCode.IDEMPOTENCY_KEY_REUSED, "The key stands for a request that differs from this one");
            case PlaceBetOutcome.KeyInUse _ ->
                throw new ProblemException(
                        ProblemCode.IDEMPOTENCY_KEY_IN_USE, "Try again with the same key for the first one's answer");
        };
    }

    private static ResponseEntity<byte[]> accepted(PlaceBetOutcome.Accepted accepted) {
        BetView bet = accepted.bet();
        BalanceView balance = new BalanceView(accepted.balance(), bet.acceptedAt(), BalanceView.PRIMARY);
        return ResponseEntity.created(URI.create("/v1/bets/" + bet.betId()))
                .headers(headers -> markReplay(headers, accepted.replayed()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(BetJson.accepted(bet, balance));
    }

    private static ResponseEntity<byte[]> refused(Refusal refusal, boolean replayed) {
        Problem problem = RefusalProblem.of(refusal);
        return ResponseEntity.status(problem.code().status())
                .headers(headers -> markReplay(headers, replayed))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemBody.render(problem));
    }

    private static void markReplay(HttpHeaders headers, boolean replayed) {
        headers.setCacheControl("no-store");
        if (replayed) {
            headers.set(KeyHeader.REPLAYED, "true");
        }
    }
}
