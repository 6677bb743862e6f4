package matchnight.bench.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountingProxyTest {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private ServerSocket server;
    private CountingProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        proxy = CountingProxy.before(server.getLocalPort(), "bet_api");
        threads.execute(this::answerEveryPoint);
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
        threads.shutdownNow();
    }

    /** Sends one byte back for every full stop. */
    private void answerEveryPoint() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                threads.execute(() -> answer(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            for (int octet = client.getInputStream().read();
                    octet >= 0;
                    octet = client.getInputStream().read()) {
                if (octet == '.') {
                    client.getOutputStream().write('!');
                }
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Test
    void whatIsSentBeforeTheServerAnswersIsOneTurn() throws IOException {
        try (Socket client = connected("user\0bet_api\0.")) {
            say(client, "parse bind ");
            say(client, "execute.");
            hear(client);
            say(client, "commit.");
            hear(client);
            assertThat(proxy.turns()).isEqualTo(2);
        }
    }

    @Test
    void otherRolesDoNotCount() throws IOException {
        try (Socket client = connected("user\0relay\0.")) {
            say(client, "select.");
            hear(client);
            assertThat(proxy.turns()).isZero();
        }
    }

    private Socket connected(String startup) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        client.setSoTimeout(5_000);
        say(client, startup);
        hear(client);
        return client;
    }

    private static void say(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private static void hear(Socket client) throws IOException {
        assertThat(client.getInputStream().read()).isEqualTo('!');
    }
}
