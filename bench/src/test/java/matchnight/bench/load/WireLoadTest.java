package matchnight.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireLoadTest {

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger insideAtMost = new AtomicInteger();
    private final List<WireAnswer> answers = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();
    private HttpServer server;
    private URI address;
    private long next;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answering(int status, String body, long millis) {
        server.createContext("/", exchange -> {
            insideAtMost.accumulateAndGet(inside.incrementAndGet(), Math::max);
            seen.add(exchange.getRequestURI().getPath());
            sleep(millis);
            inside.decrementAndGet();
            exchange.sendResponseHeaders(status, body.length());
            exchange.getResponseBody().write(body.getBytes(US_ASCII));
            exchange.close();
        });
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private long put(ByteBuffer out) {
        out.put(("GET /" + next + " HTTP/1.1\r\nHost: here\r\n\r\n").getBytes(US_ASCII));
        return next++;
    }

    private void take(WireAnswer answer) {
        answers.add(answer);
        outcomes.add(answer.outcome());
    }

    @Test
    void aClosedLoopHasSoManyInFlightAndEveryRequestIsAnsweredOnce() throws IOException {
        answering(201, "{}", 5);
        WireLoad.closed(address, 4, Duration.ofMillis(1_500), this::put, this::take);
        assertThat(insideAtMost.get()).isEqualTo(4);
        assertThat(outcomes).hasSizeGreaterThan(4).containsOnly("ACCEPTED");
        Set<Long> numbers = new HashSet<>();
        answers.forEach(answer -> numbers.add(answer.number()));
        assertThat(numbers).hasSize(answers.size()).hasSize((int) next);
        assertThat(seen).hasSize((int) next);
    }

    @Test
    void latencyOfAnOpenLoopRunsFromWhenARequestWasDue() throws IOException {
        answering(201, "{}", 50);
        ArrivalSchedule schedule = new ArrivalSchedule(100, 7);
        WireLoad.open(address, 1, schedule, Duration.ofMillis(500), this::put, this::take);
        WireAnswer last = answers.getLast();
        assertThat(insideAtMost.get()).isEqualTo(1);
        assertThat(last.answeredNanos() - last.dueNanos())
                .as("one connection of 50 ms an answer falls behind 100 a second")
                .isGreaterThan(Duration.ofMillis(150).toNanos());
        assertThat(last.answeredNanos() - last.sentNanos()).isLessThan(last.answeredNanos() - last.dueNanos());
    }

    @Test
    void anOpenLoopEndsWhenItIsEnoughAndAwaitsWhatWasSent() throws IOException {
        answering(201, "{}", 100);
        WireLoad.openUntil(
                address,
                4,
                new ArrivalSchedule(20, 7),
                Duration.ofSeconds(60),
                () -> answers.size() >= 3,
                this::put,
                this::take);
        assertThat(outcomes).hasSizeBetween(3, 7).hasSize((int) next).containsOnly("ACCEPTED");
    }

    @Test
    void refusalsAreToldApartByTheirCode() throws IOException {
        answering(422, "{\"title\":\"no\",\"code\":\"MARKET_NOT_OPEN\"}", 1);
        WireLoad.closed(address, 2, Duration.ofMillis(100), this::put, this::take);
        assertThat(outcomes).isNotEmpty().containsOnly("MARKET_NOT_OPEN");
    }

    @Test
    void aConnectionThatBreaksLeavesItsRequestUnansweredAndIsReplaced() throws IOException {
        server.createContext("/", exchange -> {
            if (exchange.getRequestURI().getPath().endsWith("3")) {
                throw new IOException("breaks off");
            }
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        WireLoad.closed(address, 1, Duration.ofMillis(300), this::put, this::take);
        assertThat(outcomes).hasSize((int) next).contains("UNANSWERED", "ACCEPTED");
        assertThat(outcomes.get(3)).isEqualTo("UNANSWERED");
        assertThat(outcomes.get(4)).isEqualTo("ACCEPTED");
    }

    @Test
    void aTallyCountsItsMeasuredTimeAlone() throws IOException {
        answering(201, "{}", 2);
        Tally tally = new Tally(Phase.ofMillis(200, 300));
        WireLoad.closed(address, 2, Duration.ofMillis(500), this::put, tally.and(this::take));
        assertThat(tally.accepted()).isEqualTo(answers.size());
        assertThat(tally.acceptedPerSecond()).isPositive().isLessThan(answers.size() / 0.3);
        assertThat(tally.latencies().count()).isPositive().isLessThan(answers.size());
        assertThat(tally.outcomes()).containsOnlyKeys("ACCEPTED");
    }
}
