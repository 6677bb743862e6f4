package matchnight.bets.body;

import static matchnight.stack.testing.HalfSentRequests.lateBody;
import static matchnight.stack.testing.HalfSentRequests.lateBodyOfUntoldLength;
import static matchnight.stack.testing.HalfSentRequests.statusLine;
import static matchnight.stack.testing.HalfSentRequests.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import matchnight.stack.testing.HalfSentRequests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose bodies do not come hold up nobody whose body does. */
@Timeout(60)
class UnfinishedBodiesTest {

    private static final int THREADS = 24;
    // Threads that are held are held for four seconds at least, three times over.
    private static final Duration ACCEPTABLE = Duration.ofSeconds(3);

    private static RunningBetApi api;
    private static Catalogue catalogue;

    private HalfSentRequests requests;

    @BeforeAll
    static void start() {
        api = RunningBetApi.startedWith(
                "--server.tomcat.threads.max=" + THREADS,
                "--matchnight.admission.most-calls-at-once=20",
                "--matchnight.admission.most-bodies-waited-for=4",
                "--matchnight.admission.most-wait-for-a-body=4s");
        catalogue = new Catalogue(api.database());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void open() {
        requests = new HalfSentRequests(api.url("/").getPort());
    }

    @AfterEach
    void closeAll() throws Exception {
        requests.close();
    }

    private static String halfSent(String methodAndPath, String authorization) {
        return methodAndPath + " HTTP/1.1\r\nHost: x\r\nIdempotency-Key: unfinished\r\n" + authorization
                + "Content-Type: application/json\r\nContent-Length: 130\r\n\r\n{\"acc";
    }

    private static String withToken(String scope) {
        return "Authorization: Bearer " + api.token("slow-account", scope) + "\r\n";
    }

    @Test
    void withATokenFewAreWaitedForAndTheOthersAreRefused() throws Exception {
        List<Socket> sockets = requests.send(halfSent("POST /v1/bets", withToken("bets")), 40);
        assertThat(answerToABetSentWhole("first")).contains("201");
        assertThat(api.get("/v1/markets", api.token("reader", "ops")).statusCode())
                .isEqualTo(200);
        int refusedAtOnce = 0;
        for (Socket socket : sockets.reversed().subList(0, 36)) {
            String answer = statusLine(socket);
            refusedAtOnce += answer.contains("408") || answer.contains("503") ? 1 : 0;
        }
        assertThat(refusedAtOnce).isGreaterThanOrEqualTo(30);
    }

    private String answerToABetSentWhole(String key) throws Exception {
        String account = catalogue.account("GBP", 10_000);
        String body = """
                {"accountId": "%s", "type": "SINGLE", "stake": "1.00", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(account, catalogue.market("GBP", 1_000_000));
        return statusLine(requests.send(
                "POST /v1/bets HTTP/1.1\r\nHost: x\r\nIdempotency-Key: " + key + "\r\nAuthorization: Bearer "
                        + api.token(account, "bets") + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body));
    }

    @Test
    void aBodyThatTricklesIsGivenUpAfterItsTime() throws Exception {
        Socket socket = requests.send(halfSent("POST /v1/bets", withToken("bets")));
        for (int i = 0; i < 20 && socket.getInputStream().available() == 0; i++) {
            write(socket, " ");
            Thread.sleep(500);
        }
        assertThat(statusLine(socket)).contains("408");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/bets",
                "PUT /v1/markets/m",
                "PATCH /v1/markets/m/prices",
                "GET /v1/markets",
                "DELETE /v1/bets",
                "POST /nowhere",
                "POST /actuator/health",
                "GET /actuator/health/liveness",
                "GET /v3/api-docs.yaml",
                "POST /error",
                "POST /v1//bets",
                "OPTIONS *",
                "TRACE /v1/bets",
            })
    void withoutATokenAnyNumberHoldsNoThread(String methodAndPath) throws Exception {
        requests.send(halfSent(methodAndPath, ""), 3 * THREADS);
        long startNanos = System.nanoTime();
        assertThat(answerToABetSentWhole(methodAndPath.replaceAll("\\W", "-"))).contains("201");
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(ACCEPTABLE);
    }

    @Test
    void norDoOnesWithATokenThatIsNoneOrNotEnough() throws Exception {
        requests.send(halfSent("POST /v1/bets", "Authorization: Bearer no-token\r\n"), 2 * THREADS);
        requests.send(halfSent("POST /v1/bets", withToken("wallet")), 2 * THREADS);
        requests.send(halfSent("POST /nowhere", withToken("bets")), 2 * THREADS);
        requests.send(
                "POST /v1/bets HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: 130\r\n\r\naccess_token=",
                2 * THREADS);
        long startNanos = System.nanoTime();
        assertThat(answerToABetSentWhole("after-bad-tokens")).contains("201");
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(ACCEPTABLE);
    }

    /** Java's client sends a body after its headers, whatever it is answered meanwhile. */
    @Test
    void anOrdinaryClientWhoseBodyComesLateGetsItsRefusalWhole() {
        for (int i = 0; i < 30; i++) {
            assertRefusedWhole(lateBody(5, Duration.ofMillis(2)));
            assertRefusedWhole(lateBodyOfUntoldLength(5, Duration.ofMillis(2)));
        }
    }

    private static void assertRefusedWhole(BodyPublisher body) {
        HttpResponse<String> answer = api.send(HttpRequest.newBuilder(api.url("/v1/bets"))
                .header("Content-Type", "application/json")
                .POST(body)
                .build());
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("\"code\":\"UNAUTHENTICATED\"").endsWith("}");
    }

    @Test
    void soDoesOneWhoseBodyIsTooLarge() {
        for (int i = 0; i < 10; i++) {
            assertTooLarge(lateBody(60, Duration.ofMillis(1)));
            assertTooLarge(lateBodyOfUntoldLength(12, Duration.ofMillis(1)));
        }
    }

    private static void assertTooLarge(BodyPublisher body) {
        HttpResponse<String> answer = api.send(api.request("/v1/bets", api.token("slow-account", "bets"))
                .POST(body)
                .build());
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("\"code\":\"BODY_TOO_LARGE\"").endsWith("}");
    }
}
