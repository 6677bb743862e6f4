package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import matchnight.stack.ProjectRoot;
import matchnight.stack.testing.TestNeeds;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The load scripts send what the services take: each runs a few times over, with stubs in the place of k6's modules. */
class K6ScriptsIT {

    private static final Path SCRIPTS = ProjectRoot.find().resolve("k6");
    private static final String RUN = "it";
    private static final int ACCOUNTS = 3;
    private static final int SETTLING = 4;
    private static final String NO_NODE =
            "no Node.js 20 or later is installed, which the load scripts' harness runs on";

    @TempDir
    private static Path scratch;

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @BeforeAll
    static void prepare() throws Exception {
        if (!hasNode()) {
            TestNeeds.refuseToSkip("node", NO_NODE);
            Assumptions.abort(NO_NODE);
        }
        running = RunningProduct.shared();
        Ended prepared = run(List.of("bash", SCRIPTS.resolve("prepare").toString()));
        assertThat(prepared.exitCode()).as(prepared.output()).isZero();
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            Process node = new ProcessBuilder("node", "--version").start();
            String version = new String(node.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return node.waitFor() == 0 && Integer.parseInt(version.substring(1).split("\\.", 2)[0]) >= 20;
        } catch (IOException absent) {
            return false;
        }
    }

    static Stream<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".js"))
                    .sorted()
                    .toList();
            assertThat(names)
                    .containsExactly(
                            "hot-account.js",
                            "reads-beside.js",
                            "same-key-storm.js",
                            "settle-while-placing.js",
                            "steady-placement.js");
            return names.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void itsRequestsAreTakenAndItsThresholdsNameWhatItMeasures(String script) throws Exception {
        long before = running.count("SELECT count(*) FROM bet");
        JsonNode report = report(script);
        assertThat(report.path("ok").asBoolean()).as(report.toPrettyString()).isTrue();
        assertThat(report.path("executors").valueStream().map(JsonNode::asString))
                .as("an open model")
                .contains("constant-arrival-rate");
        long placed = running.count("SELECT count(*) FROM bet") - before;
        assertThat(placed).as("one bet an arrival, however often it was sent").isEqualTo(12);
        switch (script) {
            case "same-key-storm.js" ->
                assertThat(report.path("statuses").path("place").path("201").asLong())
                        .isGreaterThan(placed);
            case "settle-while-placing.js" ->
                assertThat(report.path("statuses").path("result").path("202").asInt())
                        .isEqualTo(SETTLING);
            default -> {
                // Nothing more than bets, or reads whose statuses the report has judged.
            }
        }
        assertThat(running.broken()).isEmpty();
    }

    /** A script whose promise does not hold is told so. */
    @Test
    void theHarnessFailsAScriptThatIsWrong() throws Exception {
        Ended refused = run(
                List.of("node", SCRIPTS.resolve("test/harness.mjs").toString(), "steady-placement.js"),
                "STAKE",
                "0.01",
                "RUN",
                "refused");
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.output()).contains("bets_accepted: rate>=0.85 does not hold");
    }

    @Test
    void theThresholdsAreTheDemosExitCriteria() throws Exception {
        String criteria = Files.readString(
                ProjectRoot.find().resolve("bench/src/main/java/matchnight/bench/night/ExitCriteria.java"));
        String thresholds = Files.readString(SCRIPTS.resolve("lib/criteria.js"));
        Map<String, String> names = Map.of(
                "PLACEMENT_P99_MILLIS_DURING_BURST_MAX", "PLACEMENT_P99_MILLIS_MAX",
                "BACKLOG_AGE_SECONDS_MAX", "BACKLOG_AGE_SECONDS_MAX",
                "ACCEPTED_SHARE_MIN", "ACCEPTED_SHARE_MIN");
        names.forEach((demo, script) -> assertThat(value(criteria, demo)).isEqualTo(value(thresholds, script)));
    }

    private static String value(String text, String name) {
        return text.lines()
                .filter(line -> line.contains(" " + name + " = "))
                .map(line -> line.replaceAll(".* = |;", ""))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode report(String script) throws Exception {
        Ended ended = run(List.of("node", SCRIPTS.resolve("test/harness.mjs").toString(), script));
        assertThat(ended.output()).startsWith("{");
        return JsonMapper.shared().readTree(ended.output());
    }

    private record Ended(int exitCode, String output) {}

    private static Ended run(List<String> command, String... variables) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(scratch.toFile());
        builder.environment().putAll(environment());
        for (int i = 0; i < variables.length; i += 2) {
            builder.environment().put(variables[i], variables[i + 1]);
        }
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(Duration.ofMinutes(2).toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            return new Ended(process.exitValue(), output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, String> environment() throws IOException {
        return Map.of(
                "BASE_URL", running.product.betApi().toString(),
                "WORKER_URL", running.product.settlementWorker().toString(),
                "PREPARED", scratch.resolve("prepared.json").toString(),
                "TOKEN_COMMAND", "sh " + tokens(),
                "ACCOUNTS", Integer.toString(ACCOUNTS),
                "SETTLING", Integer.toString(SETTLING),
                "RESULT_INTERVAL", "0.2",
                "RUN", RUN);
    }

    /** A program that prints tokens made before, with the options of {@code ./matchnight token}. */
    private static Path tokens() throws IOException {
        Path program = scratch.resolve("token");
        if (!Files.exists(program)) {
            var issuer = running.product.tokens();
            StringBuilder script = new StringBuilder("case $2 in\n");
            for (int number = 1; number <= ACCOUNTS; number++) {
                String account = "k6-" + RUN + "-" + number;
                script.append(account)
                        .append(") echo ")
                        .append(issuer.issue(account, "bets"))
                        .append(" ;;\n");
            }
            script.append("*) echo ")
                    .append(issuer.issue("desk", "wallet", "trading", "results"))
                    .append(" ;;\nesac\n");
            Files.writeString(program, script);
        }
        return program;
    }
}
