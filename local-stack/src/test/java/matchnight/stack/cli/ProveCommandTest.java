package matchnight.stack.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import matchnight.stack.StackFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command's exit code says whether the bet comes out equal. */
class ProveCommandTest {

    private static final String BET = """
            {"betId":"b-1","state":"VOIDED","type":"SINGLE","currency":"GBP","stake":"5.00","unitStake":"5.00","lines":1,
             "returns":"5.00","acceptedAt":"2026-01-01T12:00:00Z","legs":[{"marketId":"m","price":"11/8"}],
             "settlements":[{"version":1,"cause":{"type":"PERSON","ref":"a"},"returns":"5.00",
               "proof":{"form":2,"kind":"VOIDED_BY_PERSON","currency":"GBP","unitStake":"5.00","lines":1,"returns":"5.00"}}]}
            """;

    @TempDir
    private Path directory;

    @Test
    void aBetThatIsBroughtAlongIsProven() throws IOException {
        Path report = directory.resolve("report.json");

        assertThat(prove("--file", file(BET), "--json", report.toString())).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(report)).contains("\"betId\" : \"b-1\"", "\"equal\" : true");
    }

    @Test
    void oneFlippedFigureFailsIt() throws IOException {
        assertThat(prove(
                        "--file",
                        file(BET.replace(
                                "\"unitStake\":\"5.00\",\"lines\":1,\"returns\":\"5.00\"",
                                "\"unitStake\":\"5.00\",\"lines\":1,\"returns\":\"5.01\""))))
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aBetIsAskedForUnderItsId() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/bets/b-1", exchange -> {
            byte[] body = BET.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            URI url = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
            assertThat(FetchedBet.read(url, "b-1", "token")).isEqualTo(BET);
            assertThatThrownBy(() -> FetchedBet.read(url, "b-2", "token"))
                    .isInstanceOf(StackFailure.class)
                    .hasMessage("there is no bet b-2 at " + url);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatIsNoBetFailsInWords() throws IOException {
        assertThat(prove("--file", file("{}"))).isEqualTo(ExitCode.FAILED);
        assertThat(prove("--file", directory.resolve("absent").toString())).isEqualTo(ExitCode.FAILED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "b-1 b-2",
                "b-1 --file x",
                "--file x --url http://localhost:1",
                "b-1 --url localhost:80",
                "b-1 --url %"
            })
    void anythingElseIsAUsageError(String words) {
        assertThat(prove(words.isEmpty() ? new String[0] : words.split(" ", -1)))
                .isEqualTo(ExitCode.USAGE);
    }

    private String file(String content) throws IOException {
        return Files.writeString(directory.resolve("bet.json"), content).toString();
    }

    private static int prove(String... words) {
        List<String> command = new ArrayList<>(List.of("prove"));
        command.addAll(List.of(words));
        return StackCommand.run(command);
    }
}
