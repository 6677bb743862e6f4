package matchnight.bench.product;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import matchnight.bench.load.RetryPolicy;
import matchnight.bench.load.Submit;
import matchnight.stack.TokenIssuer;
import tools.jackson.databind.JsonNode;

/** What bettors do: each under a token of its own. Safe for many threads. */
public final class Betting {

    private final Submit submit;
    private final TokenIssuer tokens;
    private final Caller support;
    private final Map<String, String> authorizations = new ConcurrentHashMap<>();

    public Betting(HttpClient betApi, Product product, RetryPolicy retries) {
        this.submit = new Submit(betApi, retries);
        this.tokens = product.tokens();
        this.support = new Caller(betApi, product.tokens().issue("support", "ops"));
    }

    /** Submits a bet and whatever retries its answers ask for, all under its key. */
    public BetOutcome place(BetRequest bet) {
        return BetOutcome.of(bet, submit.submit(wire(bet)));
    }

    /** The request as it goes out, for whoever sends it by other means. */
    public HttpRequest wire(BetRequest bet) {
        return HttpRequest.json("POST", "/v1/bets", bet.json())
                .with("Idempotency-Key", bet.key())
                .with("Authorization", authorization(bet.accountId()));
    }

    /** The bet as support sees it. */
    public JsonNode find(String betId) {
        return support.expectSuccess(HttpRequest.get("/v1/bets/" + betId)).json();
    }

    /** Signs the account's token ahead of time, so that no bet waits for it. */
    public void prepare(String accountId) {
        authorization(accountId);
    }

    private String authorization(String accountId) {
        return authorizations.computeIfAbsent(accountId, id -> "Bearer " + tokens.issue(id, "bets"));
    }
}
