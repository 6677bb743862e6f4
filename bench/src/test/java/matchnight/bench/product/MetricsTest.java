package matchnight.bench.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import matchnight.bench.load.HttpClient;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private static final String READING = """
            # HELP settlement_backlog_age_seconds age
            # TYPE settlement_backlog_age_seconds gauge
            settlement_backlog_age_seconds{application="worker",} 1.25
            settlement_balance_lock_seconds_bucket{le="0.001"} 90
            settlement_balance_lock_seconds_bucket{le="0.005"} 99
            settlement_balance_lock_seconds_bucket{le="0.010"} 99
            settlement_balance_lock_seconds_bucket{le="+Inf"} 100
            empty_seconds_bucket{le="+Inf"} 0
            plain 3
            not_known NaN
            """;

    private final Metrics metrics = Metrics.parse(READING);

    @Test
    void aGaugeIsReadWithItsLabels() {
        assertThat(metrics.highest("settlement_backlog_age_seconds")).hasValue(1.25);
        assertThat(metrics.highest("plain")).hasValue(3);
    }

    @Test
    void whatIsNotThereIsNotZero() {
        assertThat(metrics.highest("absent")).isEmpty();
        assertThat(metrics.highest("not_known")).isEmpty();
        assertThat(metrics.percentile("absent", 0.99)).isEmpty();
        assertThat(metrics.percentile("empty_seconds", 0.99)).isEmpty();
    }

    @Test
    void aPercentileIsTheUpperBoundOfItsBucket() {
        assertThat(metrics.percentile("settlement_balance_lock_seconds", 0.5)).hasValue(0.001);
        assertThat(metrics.percentile("settlement_balance_lock_seconds", 0.99)).hasValue(0.005);
        assertThat(metrics.percentile("settlement_balance_lock_seconds", 0.999)).hasValue(Double.POSITIVE_INFINITY);
    }

    @Test
    void whatWasRecordedBeforeDoesNotCountForATimeBetween() {
        Metrics later = Metrics.parse("""
                settlement_balance_lock_seconds_bucket{le="0.001"} 60
                settlement_balance_lock_seconds_bucket{le="0.005"} 1100
                settlement_balance_lock_seconds_bucket{le="+Inf"} 1101
                """);
        Metrics earlier = Metrics.parse("""
                settlement_balance_lock_seconds_bucket{le="0.001"} 60
                settlement_balance_lock_seconds_bucket{le="0.005"} 100
                settlement_balance_lock_seconds_bucket{le="+Inf"} 101
                """);
        assertThat(later.percentileSince(earlier, "settlement_balance_lock_seconds", 0.5))
                .hasValue(0.005);
        assertThat(later.percentileSince(later, "settlement_balance_lock_seconds", 0.5))
                .isEmpty();
    }

    @Test
    void aConnectionThatTheServiceClosedMeanwhileIsNoAnswerMissed() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread service = Thread.ofPlatform().daemon().start(() -> answerOnceAConnection(listener, 2));
            try (HttpClient client = new HttpClient(
                    URI.create("http://127.0.0.1:" + listener.getLocalPort()), 1, Duration.ofSeconds(5))) {
                assertThat(Metrics.read(client).highest("plain")).hasValue(3);
                assertThat(Metrics.read(client).highest("plain")).hasValue(3);
            }
            service.join();
        }
    }

    private static void answerOnceAConnection(ServerSocket listener, int connections) {
        String answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nplain 3\n";
        for (int i = 0; i < connections; i++) {
            try (Socket connection = listener.accept()) {
                var request = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
                assertThat(request.lines().takeWhile(line -> !line.isEmpty())).isNotEmpty();
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                throw new UncheckedIOException(closed);
            }
        }
    }
}
