package matchnight.settlement.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static matchnight.stack.testing.HalfSentRequests.lateBody;
import static matchnight.stack.testing.HalfSentRequests.lateBodyOfUntoldLength;
import static matchnight.stack.testing.HalfSentRequests.statusLine;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.stack.testing.HalfSentRequests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker has twenty threads: requests whose bodies do not come may not hold them. */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
class UnfinishedBodiesTest {

    private static final int THREADS = 20;
    private static final int WAITED_FOR = 10;
    // Threads that are held are held for five seconds at least, three times over.
    private static final Duration ACCEPTABLE = Duration.ofSeconds(4);

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.started(world);
    private final HttpClient client = HttpClient.newHttpClient();
    private HalfSentRequests requests = requests();

    private HalfSentRequests requests() {
        return new HalfSentRequests(worker.url("/").getPort());
    }

    @AfterEach
    void closeAll() throws Exception {
        requests.close();
        requests = requests();
    }

    @AfterAll
    void stop() {
        client.close();
        worker.close();
        world.close();
    }

    private static String halfSent(String methodAndPath, String headers) {
        return methodAndPath + " HTTP/1.1\r\nHost: x\r\n" + headers + "Content-Length: 130\r\n\r\n{\"ev";
    }

    private static String json(String authorization) {
        return "Content-Type: application/json\r\n" + authorization;
    }

    private String withToken(String scope) {
        return "Authorization: Bearer " + worker.token(scope) + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /admin/results",
                "GET /admin/backlog",
                "POST /nowhere",
                "GET /actuator/health/liveness",
                "POST /actuator/health",
                "OPTIONS *",
            })
    void withoutATokenAnyNumberHoldsNoThread(String methodAndPath) throws Exception {
        requests.send(halfSent(methodAndPath, json("")), 3 * THREADS);
        assertAnswersSoon();
    }

    @Test
    void norDoFormsOrRequestsWithATokenThatIsNoneOrNotEnough() throws Exception {
        String form = "Content-Type: application/x-www-form-urlencoded\r\n";
        requests.send(halfSent("PUT /admin/results", form), THREADS);
        requests.send(halfSent("POST /admin/results", form), THREADS);
        requests.send(halfSent("POST /admin/results", json("Authorization: Bearer no-token\r\n")), THREADS);
        requests.send(halfSent("POST /admin/results", json(withToken("ops"))), THREADS);
        requests.send(halfSent("POST /nowhere", json(withToken("results"))), THREADS);
        assertAnswersSoon();
    }

    /** Tomcat itself refuses these, before anything of ours is asked. */
    @ParameterizedTest
    @ValueSource(strings = {"/admin/%00", "/admin/markets/a%2fb/settlement", "/admin/audit?x=[", "/admin/%ff%fe%zz"})
    void aPathThatCannotBeReadIsRefusedAsAProblemToo(String path) throws Exception {
        try (Socket connection =
                new Socket(InetAddress.getLoopbackAddress(), worker.url("/").getPort())) {
            connection.setSoTimeout(10_000);
            connection
                    .getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
            String answer = new String(connection.getInputStream().readAllBytes(), UTF_8);

            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .contains("Content-Type: application/problem+json", "\"code\":\"INVALID_REQUEST\"");
        }
    }

    private void assertAnswersSoon() throws Exception {
        long startNanos = System.nanoTime();
        assertThat(worker.get("/admin/backlog", "ops").statusCode()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(ACCEPTABLE);
    }

    @Test
    void withATokenFewAreWaitedForAndTheOthersAreRefused() throws Exception {
        var sent = requests.send(halfSent("POST /admin/results", json(withToken("results"))), 3 * THREADS);
        assertAnswersSoon();
        int refused = 0;
        for (var socket : sent) {
            refused += statusLine(socket).contains("408") ? 1 : 0;
        }
        // The server closes those that it waited for in vain.
        assertThat(refused).isGreaterThanOrEqualTo(3 * THREADS - WAITED_FOR);
    }

    @Test
    void anOrdinaryClientWhoseBodyComesLateGetsItsRefusalWhole() throws Exception {
        for (int i = 0; i < 20; i++) {
            for (BodyPublisher body :
                    List.of(lateBody(5, Duration.ofMillis(2)), lateBodyOfUntoldLength(5, Duration.ofMillis(2)))) {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(worker.url("/admin/results"))
                                .POST(body)
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(answer.body())
                        .contains("\"code\":\"UNAUTHENTICATED\"")
                        .endsWith("}");
            }
        }
    }
}
