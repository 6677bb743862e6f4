package matchnight.bench.endtoend;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import matchnight.stack.TokenIssuer;

/** Single calls of a service whose answers a test looks at as they are, refusals too. */
final class Calls implements AutoCloseable {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private final HttpClient client;
    private final String authorization;

    private Calls(HttpClient client, String authorization) {
        this.client = client;
        this.authorization = authorization;
    }

    /** Calls under a token of its own. */
    static Calls of(URI service, TokenIssuer tokens, String subject, String... scopes) {
        return new Calls(new HttpClient(service, 1, ANSWER_LIMIT), "Bearer " + tokens.issue(subject, scopes));
    }

    HttpAnswer get(String target) {
        return exchange(HttpRequest.get(target));
    }

    HttpAnswer post(String target, String body) {
        return exchange(HttpRequest.json("POST", target, body));
    }

    /** A call that moves money, under a key. */
    HttpAnswer post(String target, String body, String key) {
        return exchange(HttpRequest.json("POST", target, body).with("Idempotency-Key", key));
    }

    private HttpAnswer exchange(HttpRequest request) {
        try {
            return client.exchange(request.with("Authorization", authorization));
        } catch (IOException unanswered) {
            throw new IllegalStateException(unanswered);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
