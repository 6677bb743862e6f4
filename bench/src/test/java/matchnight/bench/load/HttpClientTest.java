package matchnight.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpClientTest {

    private static final RetryPolicy QUICK =
            new RetryPolicy(4, Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofSeconds(5));

    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private HttpClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        client = new HttpClient(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), 4, Duration.ofMillis(500));
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void anAnswerIsReadWholeWhetherItsLengthIsToldOrNot() throws IOException {
        String text = "ä".repeat(20_000);
        server.createContext("/told", exchange -> answer(exchange, 200, text));
        server.createContext("/chunked", exchange -> {
            exchange.getResponseHeaders()
                    .add("X-Seen", exchange.getRequestHeaders().getFirst("X-Sent"));
            exchange.sendResponseHeaders(201, 0);
            try (var body = exchange.getResponseBody()) {
                body.write(exchange.getRequestBody().readAllBytes());
            }
        });
        assertThat(client.exchange(HttpRequest.get("/told")).body()).isEqualTo(text);
        HttpAnswer echoed =
                client.exchange(HttpRequest.json("POST", "/chunked", text).with("X-Sent", "yes"));
        assertThat(echoed.status()).isEqualTo(201);
        assertThat(echoed.body()).isEqualTo(text);
        assertThat(echoed.header("x-seen")).isEqualTo("yes");
    }

    @Test
    void aBusyServiceIsAskedAgainAndItsFinalAnswerStands() {
        server.createContext(
                "/bets",
                exchange ->
                        answer(exchange, asked.incrementAndGet() < 3 ? 503 : 422, "{\"code\":\"MARKET_NOT_OPEN\"}"));
        Submission submission = new Submit(client, QUICK).submit(HttpRequest.json("POST", "/bets", "{}"));
        assertThat(submission.isFinal()).isTrue();
        assertThat(submission.attempts()).isEqualTo(3);
        assertThat(submission.answer()).extracting(HttpAnswer::problemCode).isEqualTo("MARKET_NOT_OPEN");
    }

    @Test
    void connectionsThatWereKeptToAServiceThatIsGoneCostOneAttemptAndNotOneEach() throws Exception {
        CountDownLatch all = new CountDownLatch(4);
        server.createContext("/", exchange -> {
            all.countDown();
            try {
                all.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            answer(exchange, 200, "{}");
        });
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int caller = 0; caller < 4; caller++) {
                var _ = callers.submit(() -> client.exchange(HttpRequest.get("/")));
            }
        }
        InetSocketAddress address = server.getAddress();
        server.stop(0);
        server = HttpServer.create(address, 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> answer(exchange, 200, "{}"));
        server.start();

        assertThatThrownBy(() -> client.exchange(HttpRequest.get("/"))).isInstanceOf(IOException.class);
        assertThat(client.exchange(HttpRequest.get("/")).status()).isEqualTo(200);
    }

    @Test
    void onlyAKeyInUseMakesAConflictWorthAnotherTry() {
        server.createContext("/in-use", exchange -> {
            asked.incrementAndGet();
            answer(exchange, 409, "{\"code\":\"IDEMPOTENCY_KEY_IN_USE\"}");
        });
        server.createContext("/conflict", exchange -> answer(exchange, 409, "{\"code\":\"SOMETHING_ELSE\"}"));
        Submission inUse = new Submit(client, QUICK).submit(HttpRequest.json("POST", "/in-use", "{}"));
        Submission conflict = new Submit(client, QUICK).submit(HttpRequest.json("POST", "/conflict", "{}"));
        assertThat(inUse.attempts()).isEqualTo(4).isEqualTo(asked.get());
        assertThat(inUse.isFinal()).isFalse();
        assertThat(conflict.attempts()).isEqualTo(1);
        assertThat(conflict.isFinal()).isTrue();
    }

    @Test
    void whatGotNoAnswerIsSentAgainAndCounted() {
        server.createContext("/bets", exchange -> {
            if (asked.incrementAndGet() < 3) {
                exchange.close();
            } else {
                answer(exchange, 201, "{}");
            }
        });
        Submission submission = new Submit(client, QUICK).submit(HttpRequest.json("POST", "/bets", "{}"));
        assertThat(submission.attempts()).isEqualTo(3);
        assertThat(submission.unansweredAttempts()).isEqualTo(2);
        assertThat(submission.isFinal()).isTrue();
    }

    @Test
    void aSilentServiceIsWaitedForNoLongerThanTheLimit() {
        server.createContext("/silent", exchange -> sleep(2_000));
        long begunNanos = System.nanoTime();
        assertThatThrownBy(() -> client.exchange(HttpRequest.get("/silent"))).isInstanceOf(IOException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begunNanos))
                .isBetween(Duration.ofMillis(400), Duration.ofMillis(1_900));
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
