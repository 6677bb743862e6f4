package matchnight.stack.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import matchnight.stack.StackFailure;

/** Asks a bet-api for a bet. */
final class FetchedBet {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);
    private static final long MOST_BYTES = 8L << 20;

    private FetchedBet() {}

    /**
     * The answer's body.
     *
     * @throws StackFailure if there was none, or another than a bet
     */
    static String read(URI betApi, String betId, String token) {
        URI url = betApi.resolve("v1/bets/" + URLEncoder.encode(betId, StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(ANSWER_LIMIT)
                .header("Authorization", "Bearer " + token)
                .build();
        HttpResponse<String> answer = exchange(request);
        return switch (answer.statusCode()) {
            case 200 -> answer.body();
            case 404 -> throw new StackFailure("there is no bet " + betId + " at " + betApi);
            case 401, 403 -> throw new StackFailure(betApi + " does not accept the token");
            default -> throw new StackFailure(url + " answered " + answer.statusCode());
        };
    }

    private static HttpResponse<String> exchange(HttpRequest request) {
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_LIMIT)
                .version(HttpClient.Version.HTTP_1_1)
                .build()) {
            return client.send(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        } catch (IOException unanswered) {
            throw new StackFailure(request.uri() + " does not answer", unanswered);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted while asking for the bet", interrupted);
        }
    }
}
