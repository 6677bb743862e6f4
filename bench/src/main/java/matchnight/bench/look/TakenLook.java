package matchnight.bench.look;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import matchnight.stack.StackFailure;
import matchnight.stack.StackHome;
import matchnight.stack.StackStatus;
import matchnight.stack.StackStatus.ServiceStatus;
import matchnight.stack.TokenIssuer;
import matchnight.stack.cli.UsageError;

/** Asks a worker for its look. */
final class TakenLook {

    private static final String USUAL_URL = "http://localhost:8081";

    /** A token with the scope ops, for a worker that does not trust this machine's keys. */
    private static final String TOKEN_VARIABLE = "MATCHNIGHT_TOKEN";

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
    private static final long MOST_BYTES = 4L << 20;

    private TakenLook() {}

    /** The answer's body. */
    static String at(Optional<String> url) {
        URI worker = read(url.orElseGet(TakenLook::urlOfRunningStack));
        HttpRequest request = HttpRequest.newBuilder(worker.resolve("admin/diagnosis"))
                .timeout(ANSWER_LIMIT)
                .header("Authorization", "Bearer " + token())
                .build();
        HttpResponse<String> answer = exchange(request);
        return switch (answer.statusCode()) {
            case 200 -> answer.body();
            case 401, 403 -> throw new StackFailure(worker + " does not accept the token");
            case 503 -> throw new StackFailure(worker + " is busy; try again shortly");
            default -> throw new StackFailure(request.uri() + " answered " + answer.statusCode());
        };
    }

    private static URI read(String url) {
        try {
            URI read = URI.create(url.endsWith("/") ? url : url + "/");
            if (read.getHost() != null && Set.of("http", "https").contains(read.getScheme())) {
                return read;
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw new UsageError("--url needs the address of a settlement-worker such as " + USUAL_URL + ", not " + url);
    }

    private static String urlOfRunningStack() {
        return StackStatus.of(StackHome.ofUser())
                .flatMap(status -> status.services().stream()
                        .filter(service -> service.name().equals("settlement-worker"))
                        .findFirst())
                .map(ServiceStatus::url)
                .orElse(USUAL_URL);
    }

    private static String token() {
        String given = System.getenv(TOKEN_VARIABLE);
        return given == null || given.isBlank() ? TokenIssuer.ofUser().issue("local-operator", "ops") : given.strip();
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
            throw new StackFailure("interrupted while looking", interrupted);
        }
    }
}
