package matchnight.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Looks at a process from outside. */
final class HealthProbe {

    private static final int CONNECT_TIMEOUT_MILLIS = 1_000;
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);
    private static final int OK = 200;

    private HealthProbe() {}

    /** Whether something listens on the port of the loopback address. */
    static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_TIMEOUT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the service at the address says that it is ready. */
    static boolean isReady(URI url) {
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofMillis(CONNECT_TIMEOUT_MILLIS))
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(url.resolve("/actuator/health/readiness"))
                    .timeout(ANSWER_TIMEOUT)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
