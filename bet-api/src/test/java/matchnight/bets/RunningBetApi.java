package matchnight.bets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.TokenIssuer;
import matchnight.stack.testing.SharedServers;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The whole service in this JVM, on a port and a database of its own, against the shared PostgreSQL and Kafka.
 *
 * <p>{@link #shared()} is started once a JVM; tests tell themselves apart by accounts and markets of their own.
 */
public final class RunningBetApi implements AutoCloseable {

    private static @Nullable RunningBetApi shared;

    private final TestDatabase database = SharedServers.postgres().createMigratedDatabase();
    private final TokenIssuer tokens = TokenIssuer.temporary();
    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    private RunningBetApi(String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--matchnight.database.url=" + database.jdbcUrl(),
                "--matchnight.database.placement.password=" + database.password(DatabaseRole.BET_API),
                "--matchnight.database.reader.password=" + database.password(DatabaseRole.READER),
                "--matchnight.database.relay.password=" + database.password(DatabaseRole.RELAY),
                "--spring.kafka.bootstrap-servers=" + SharedServers.kafka().bootstrapServers(),
                "--matchnight.token.public-key-location=" + tokens.publicKeyLocation()));
        arguments.addAll(List.of(settings));
        context = new SpringApplicationBuilder(BetApi.class).run(arguments.toArray(String[]::new));
    }

    /** The one that most tests use; it ends with the JVM. */
    public static synchronized RunningBetApi shared() {
        RunningBetApi running = shared;
        if (running == null) {
            running = new RunningBetApi();
            shared = running;
        }
        return running;
    }

    /** One with settings of its own, such as {@code "--matchnight.placement.exposure-buckets=1"}; the caller closes it. */
    public static RunningBetApi startedWith(String... settings) {
        return new RunningBetApi(settings);
    }

    public TestDatabase database() {
        return database;
    }

    public URI url(String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + path);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public TokenIssuer tokens() {
        return tokens;
    }

    public <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    /** A bearer token with a subject and scopes separated by spaces. */
    public String token(String subject, String scopes) {
        return tokens.issue(subject, scopes.split(" "));
    }

    public HttpRequest.Builder request(String path, String token) {
        return HttpRequest.newBuilder(url(path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
    }

    public HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    public HttpResponse<String> get(String path, String token) {
        return send(request(path, token).GET().build());
    }

    public HttpResponse<String> post(String path, String token, String body) {
        return send(request(path, token).POST(BodyPublishers.ofString(body)).build());
    }

    public HttpResponse<String> post(String path, String token, String key, String body) {
        return send(request(path, token)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    public HttpResponse<String> put(String path, String token, String body) {
        return send(request(path, token).PUT(BodyPublishers.ofString(body)).build());
    }

    public HttpResponse<String> patch(String path, String token, String body) {
        return send(request(path, token)
                .method("PATCH", BodyPublishers.ofString(body))
                .build());
    }

    /**
     * What a dashboard reads now.
     *
     * @param series with its tags, as in {@code placement_busy_total{cause="queue"}}
     * @throws java.util.NoSuchElementException if there is no such series
     */
    public double metric(String series) {
        return send(HttpRequest.newBuilder(url("/actuator/prometheus")).build())
                .body()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    public static String newKey() {
        return UUID.randomUUID().toString();
    }

    @Override
    public void close() {
        context.close();
        database.close();
    }
}
