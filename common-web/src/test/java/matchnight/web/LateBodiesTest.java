package matchnight.web;

import static matchnight.stack.testing.HalfSentRequests.lateBody;
import static matchnight.stack.testing.HalfSentRequests.lateBodyOfUntoldLength;
import static matchnight.stack.testing.HalfSentRequests.statusLine;
import static matchnight.stack.testing.HalfSentRequests.write;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import matchnight.stack.testing.HalfSentRequests;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server of four threads whose servlet answers 401 without a look at the body. */
@Timeout(60)
class LateBodiesTest {

    private static final int THREADS = 4;
    private static final Duration MOST_WAIT = Duration.ofSeconds(2);
    private static final int MOST_BYTES = 64 * 1024;

    private static final String HALF_SENT = " HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";

    private static final Tomcat SERVER = new Tomcat();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private final HalfSentRequests requests = new HalfSentRequests(port());

    @TempDir
    private static Path directory;

    @BeforeAll
    static void start() throws Exception {
        SERVER.setBaseDir(directory.toString());
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("maxThreads", String.valueOf(THREADS));
        connector.setProperty("minSpareThreads", "1");
        // Longer than the test: nothing here may depend on the server's own time limit.
        connector.setProperty("connectionTimeout", "100000");
        connector.addLifecycleListener(new BodiesOfNobody());
        SERVER.setConnector(connector);
        Context context = SERVER.addContext("", directory.toString());
        Wrapper wrapper = Tomcat.addServlet(context, "unauthenticated", new Unauthenticated());
        wrapper.setAsyncSupported(false);
        wrapper.addMapping("/");
        SERVER.getEngine().getPipeline().addValve(new LateBodies(MOST_WAIT, MOST_BYTES));
        SERVER.start();
    }

    @AfterAll
    static void stop() throws Exception {
        SERVER.stop();
        SERVER.destroy();
    }

    @AfterEach
    void closeAll() throws Exception {
        requests.close();
    }

    private static int port() {
        return SERVER.getConnector().getLocalPort();
    }

    /** Milliseconds until the server closes, which it may do by a reset. */
    private static long millisUntilClosed(Socket socket) throws IOException {
        long startNanos = System.nanoTime();
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        return Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /" + HALF_SENT,
                "GET /" + HALF_SENT,
                "HEAD /" + HALF_SENT,
                "TRACE /" + HALF_SENT,
                "OPTIONS *" + HALF_SENT,
                "BREW /" + HALF_SENT,
                "POST /%" + HALF_SENT,
                "POST /a%00b" + HALF_SENT,
                "POST /a/../../b" + HALF_SENT,
                "POST http://elsewhere/" + HALF_SENT,
                "POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n{",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{",
                "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nContent-Length: 100\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x y\r\nContent-Length: 100\r\n\r\n{",
                "POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n{",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{",
                "POST / HTTP/9.9\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: unknown\r\nContent-Length: 100\r\n\r\n{",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=",
                "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n{",
            })
    void manyMoreHalfSentRequestsThanThreadsHoldUpNobody(String halfSent) throws Exception {
        requests.send(halfSent, 10 * THREADS);
        Thread.sleep(200);
        long startNanos = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            assertThat(statusLine(requests.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")))
                    .contains("401");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void theAnswerComesBeforeTheBodyAndTheConnectionServesOnOnceTheBodyHasCome() throws Exception {
        Socket socket = requests.send("POST /" + HALF_SENT);
        String answer = readAnswer(socket);
        assertThat(answer).contains("401").endsWith("no token");

        write(socket, " ".repeat(50));
        Thread.sleep(100);
        write(socket, " ".repeat(49) + "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(readAnswer(socket)).contains("401").endsWith("no token");
    }

    private static String readAnswer(Socket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        InputStream stream = socket.getInputStream();
        while (!answer.toString().endsWith("no token")) {
            int next = stream.read();
            assertThat(next).as("read so far: %s", answer).isNotNegative();
            answer.append((char) next);
        }
        return answer.toString();
    }

    @Test
    void aBodyThatTricklesIsWaitedForNoLongerThanOneThatDoesNotCome() throws Exception {
        Socket silent = requests.send("POST /" + HALF_SENT);
        Socket trickling = requests.send("POST /" + HALF_SENT);
        long startNanos = System.nanoTime();
        Thread trickle = Thread.ofVirtual().start(() -> trickle(trickling));
        millisUntilClosed(trickling);
        long tricklingMillis = Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
        millisUntilClosed(silent);
        long silentMillis = Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
        trickle.interrupt();
        // The server looks at its time limits once a second.
        assertThat(List.of(tricklingMillis, silentMillis))
                .allSatisfy(millis -> assertThat(millis).isBetween(1_800L, 4_000L));
    }

    private static void trickle(Socket socket) {
        try {
            for (int i = 0; i < 90; i++) {
                socket.getOutputStream().write(' ');
                Thread.sleep(100);
            }
        } catch (IOException | InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aBodyWithoutEndIsCutOff() throws Exception {
        Socket socket = requests.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n");
        byte[] block = new byte[8 * 1024];
        int blocks = 0;
        try {
            for (; blocks < 10_000; blocks++) {
                socket.getOutputStream().write(block);
            }
        } catch (SocketException closed) {
            assertThat(closed).isNotNull();
        }
        assertThat(blocks).isLessThan(10_000);
    }

    /** What an ordinary client does: it sends the body after the headers, and reads the answer then. */
    @Test
    void clientsWhoseBodyComesLateGetTheirAnswerWhole() throws Exception {
        for (int i = 0; i < 300; i++) {
            assertAnsweredWhole(lateBody(5, Duration.ofMillis(1)));
        }
    }

    @Test
    void soDoThoseThatDoNotTellHowMuchComes() throws Exception {
        for (int i = 0; i < 300; i++) {
            assertAnsweredWhole(lateBodyOfUntoldLength(5, Duration.ofMillis(1)));
        }
    }

    private static void assertAnsweredWhole(BodyPublisher body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/"))
                .POST(body)
                .build();
        var answer = CLIENT.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).isEqualTo("no token");
    }

    /** Answers at once, as whatever refuses does. */
    private static final class Unauthenticated extends HttpServlet {

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setStatus(401);
            response.getOutputStream().print("no token");
        }
    }
}
