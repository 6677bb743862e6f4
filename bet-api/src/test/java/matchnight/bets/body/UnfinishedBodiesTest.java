package matchnight.bets.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests whose bodies do not come hold up nobody whose body does. */
@Timeout(60)
class UnfinishedBodiesTest {

    private static RunningBetApi api;
    private static Catalogue catalogue;

    @BeforeAll
    static void start() {
        api = RunningBetApi.startedWith(
                "--server.tomcat.threads.max=24",
                "--matchnight.admission.most-calls-at-once=20",
                "--matchnight.admission.most-bodies-waited-for=4",
                "--matchnight.admission.most-wait-for-a-body=2s");
        catalogue = new Catalogue(api.database());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static List<Socket> unfinished(int count, String authorization) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        String head = "POST /v1/bets HTTP/1.1\r\nHost: x\r\nIdempotency-Key: unfinished\r\n" + authorization
                + "Content-Type: application/json\r\nContent-Length: 130\r\n\r\n{\"acc";
        for (int i = 0; i < count; i++) {
            Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), api.url("/").getPort());
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            sockets.add(socket);
        }
        return sockets;
    }

    private static String statusLine(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        InputStream answer = socket.getInputStream();
        for (int c = answer.read(); c >= 0 && c != '\r'; c = answer.read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void withATokenFewAreWaitedForAndTheOthersAreRefused() throws Exception {
        List<Socket> sockets = unfinished(40, "Authorization: Bearer " + api.token("slow-account", "bets") + "\r\n");
        try {
            assertThat(answerToABetSentWhole()).contains("201");
            int refusedAtOnce = 0;
            for (Socket socket : sockets.reversed().subList(0, 36)) {
                String answer = statusLine(socket);
                refusedAtOnce += answer.contains("408") || answer.contains("503") ? 1 : 0;
            }
            assertThat(refusedAtOnce).isGreaterThanOrEqualTo(30);
        } finally {
            closeAll(sockets);
        }
    }

    private static String answerToABetSentWhole() throws Exception {
        String account = catalogue.account("GBP", 10_000);
        String body = """
                {"accountId": "%s", "type": "SINGLE", "stake": "1.00", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(account, catalogue.market("GBP", 1_000_000));
        String request = "POST /v1/bets HTTP/1.1\r\nHost: x\r\nIdempotency-Key: whole\r\nAuthorization: Bearer "
                + api.token(account, "bets") + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), api.url("/").getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return statusLine(socket);
        }
    }

    @Test
    void aBodyThatTricklesIsGivenUpAfterItsTime() throws Exception {
        Socket socket = unfinished(1, "Authorization: Bearer " + api.token("slow-account", "bets") + "\r\n")
                .getFirst();
        try (socket) {
            for (int i = 0; i < 8 && socket.getInputStream().available() == 0; i++) {
                socket.getOutputStream().write(' ');
                Thread.sleep(500);
            }
            assertThat(statusLine(socket)).contains("408");
        }
    }
}
