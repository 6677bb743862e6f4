package matchnight.bench.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import matchnight.settlement.diagnosis.Diagnosis;
import matchnight.settlement.diagnosis.ReadingsFile;
import matchnight.settlement.diagnosis.Thresholds;
import matchnight.stack.StackFailure;
import matchnight.stack.cli.ExitCode;
import matchnight.stack.cli.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command judges what it is given as the worker judges what it reads, and keeps it for a later comparison. */
class LookCommandTest {

    private static final String HEALTHY = """
            {"sessions": {"samples": 10, "databaseCores": 2, "connections": 9, "active": 1, "onProcessor": 1,
                          "idleInTransaction": 0, "waits": [], "roles": []},
             "outbox": {"ageSeconds": 0.1, "brokerUp": true, "attempts": 0}}
            """;

    private static final String SICK = HEALTHY.replace("\"ageSeconds\": 0.1", "\"ageSeconds\": 61");

    @TempDir
    private Path directory;

    private record Ran(int exitCode, String output) {}

    @Test
    void readingsThatAreBroughtAlongGetTheVerdictsOfTheWorker() throws IOException {
        Ran healthy = run("--readings", file("healthy", HEALTHY));
        assertThat(healthy.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(healthy.output())
                .contains("No mechanism owns the latency", "Not judged: HOT_ROW, for want of blocking");

        Ran sick = run("--readings", file("sick", SICK));
        assertThat(sick.exitCode()).isEqualTo(ExitCode.FOUND_TROUBLE);
        assertThat(sick.output())
                .contains("RELAY: ", "age of the oldest unpublished event 61 s (at least 4)", "Wrong if: A broker");
    }

    @Test
    void aLookIsTakenAtTheWorkerKeptAndComparedWithALaterOne() throws IOException {
        HttpServer worker = worker(HEALTHY);
        Path kept = directory.resolve("kept.json");
        String url = "http://127.0.0.1:" + worker.getAddress().getPort();
        try {
            assertThat(run("--url", url, "--json", kept.toString()).exitCode()).isEqualTo(ExitCode.OK);
        } finally {
            worker.stop(0);
        }
        assertThat(ReadingsFile.readLook(Files.readString(kept))).isEqualTo(diagnosis(HEALTHY));

        Ran later = run("--readings", file("later", SICK), "--baseline", kept.toString());
        assertThat(later.output())
                .contains("Since the baseline:", "now named: RELAY")
                .containsPattern("age of the oldest unpublished event +0\\.100 -> 61 s");
        Ran same = run("--readings", kept.toString(), "--baseline", kept.toString());
        assertThat(same.output()).contains("nothing that matters has moved");
    }

    private static HttpServer worker(String readings) throws IOException {
        byte[] body = ReadingsFile.write(diagnosis(readings))
                .replaceFirst("\\{", "{\"ofALaterVersion\": 1, ")
                .getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/admin/diagnosis", exchange -> {
            boolean hasToken = Objects.requireNonNullElse(
                            exchange.getRequestHeaders().getFirst("Authorization"), "")
                    .startsWith("Bearer ");
            exchange.sendResponseHeaders(hasToken ? 200 : 401, hasToken ? body.length : -1);
            if (hasToken) {
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void whatCannotBeJudgedIsRefusedWithItsPlace() throws IOException {
        String wrong = file("wrong", "{\"outbox\": {\"age\": 3}}");
        assertThatThrownBy(() -> run("--readings", wrong))
                .isInstanceOf(StackFailure.class)
                .hasMessageContaining("/outbox/age");
        assertThatThrownBy(() -> run("--readings", "/no/such/file")).isInstanceOf(StackFailure.class);
        assertThatThrownBy(() -> run("--readings", wrong, "--url", "http://localhost:1"))
                .isInstanceOf(UsageError.class);
        assertThatThrownBy(() -> run("--url", "somewhere")).isInstanceOf(UsageError.class);
        assertThatThrownBy(() -> run("everything")).isInstanceOf(UsageError.class);
    }

    private static Diagnosis diagnosis(String readings) {
        return Diagnosis.of(ReadingsFile.read(readings), Thresholds.standard());
    }

    private String file(String name, String content) throws IOException {
        Path file = directory.resolve(name + ".json");
        Files.writeString(file, content);
        return file.toString();
    }

    private static Ran run(String... words) {
        PrintStream usual = System.out;
        var output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            return new Ran(LookCommand.run(List.of(words)), output.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(usual);
        }
    }
}
