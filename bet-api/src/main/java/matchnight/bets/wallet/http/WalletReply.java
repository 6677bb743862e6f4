package matchnight.bets.wallet.http;

import matchnight.bets.account.BalanceView;
import matchnight.bets.json.Json;
import matchnight.bets.key.KeyHeader;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemBody;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.bets.wallet.MoveFundsOutcome;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** An outcome as the client gets it; a retry's answer is the first one's, byte for byte. */
final class WalletReply {

    private WalletReply() {}

    static ResponseEntity<byte[]> of(MoveFundsOutcome outcome) {
        return switch (outcome) {
            case MoveFundsOutcome.Completed completed -> completed(completed);
            case MoveFundsOutcome.Refused refused -> refused(refused);
            case MoveFundsOutcome.UnknownAccount _ ->
                throw new ProblemException(ProblemCode.NOT_FOUND, "No account has this id");
            case MoveFundsOutcome.Retired _ ->
                throw new ProblemException(
                        ProblemCode.RETIRED, "The first request was accepted, and its rows are no longer kept here");
            case MoveFundsOutcome.KeyReused _ ->
                throw new ProblemException(
                        ProblemCode.IDEMPOTENCY_KEY_REUSED, "The key stands for a request that differs from this one");
            case MoveFundsOutcome.KeyInUse _ ->
                throw new ProblemException(
                        ProblemCode.IDEMPOTENCY_KEY_IN_USE, "Try again with the same key for the first one's answer");
        };
    }

    private static ResponseEntity<byte[]> completed(MoveFundsOutcome.Completed completed) {
        BalanceView balance = new BalanceView(completed.balance(), completed.at(), BalanceView.PRIMARY);
        byte[] body = Json.render(json -> {
            json.writeStartObject();
            json.writeStringProperty("transactionId", completed.transactionId().toString());
            json.writeStringProperty("state", "COMPLETED");
            json.writeName("balance");
            balance.write(json);
            json.writeEndObject();
        });
        return ResponseEntity.status(201)
                .headers(headers -> markReplay(headers, completed.replayed()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }

    private static ResponseEntity<byte[]> refused(MoveFundsOutcome.Refused refused) {
        Problem problem = switch (refused.reason()) {
            case CURRENCY_MISMATCH ->
                Problem.of(ProblemCode.CURRENCY_MISMATCH, "The account is in another currency than the amount");
            case INSUFFICIENT_FUNDS ->
                Problem.of(ProblemCode.INSUFFICIENT_FUNDS, "The available balance does not cover the amount");
            case BALANCE_LIMIT ->
                Problem.of(ProblemCode.BALANCE_LIMIT, "The account cannot hold as much as it would then");
        };
        return ResponseEntity.status(problem.code().status())
                .headers(headers -> markReplay(headers, refused.replayed()))
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
