package matchnight.stack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;

/** Looks at a process from outside. */
final class HealthProbe {

    private static final int CONNECT_TIMEOUT_MILLIS = 1_000;
    private static final int ANSWER_TIMEOUT_MILLIS = 5_000;

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

    // Asked often while a JVM starts beside us on the same cores: the plain client costs a hundredth of the newer one.
    /** Whether the service at the address says that it is ready. */
    static boolean isReady(URI url) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    url.resolve("/actuator/health/readiness").toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
            connection.setReadTimeout(ANSWER_TIMEOUT_MILLIS);
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }
}
