package matchnight.bench.operations;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import matchnight.stack.process.Directories;
import matchnight.stack.process.FreePorts;
import matchnight.stack.process.GuardedLaunch;
import matchnight.stack.process.GuardedProcess;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus of this machine with the shipped configuration and rules, but for targets and for shorter intervals. */
public final class PrometheusServer implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Path directory;
    private final int port;
    private final GuardedProcess process;
    private final HttpClient client = HttpClient.newHttpClient();

    private PrometheusServer(Path directory, int port, GuardedProcess process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    /**
     * Starts it; it scrapes from then on.
     *
     * @param targets where each job's instance is
     */
    public static PrometheusServer start(Path program, Map<String, URI> targets) {
        Path directory = Directories.createScratch("matchnight-prometheus-");
        writeRules(directory, UnaryOperator.identity());
        write(directory.resolve("prometheus.yml"), configuration(targets));
        int port = FreePorts.any();
        GuardedProcess process = GuardedProcess.start(new GuardedLaunch(
                "prometheus",
                List.of(
                        program.toString(),
                        "--config.file=" + directory.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--storage.tsdb.retention.time=1h",
                        "--web.listen-address=127.0.0.1:" + port,
                        "--log.level=warn"),
                Map.of(),
                directory.resolve("prometheus.log"),
                "TERM",
                STOP_TIMEOUT,
                directory));
        return new PrometheusServer(directory, port, process);
    }

    @SuppressWarnings("unchecked")
    private static String configuration(Map<String, URI> targets) {
        Map<String, Object> shipped = RuleFiles.yaml(RuleFiles.PROMETHEUS.resolve("prometheus.yml"));
        var global = (Map<String, Object>) requireNonNull(shipped.get("global"));
        global.putAll(Map.of("scrape_interval", "2s", "scrape_timeout", "2s", "evaluation_interval", "1s"));
        for (var job : (List<Map<String, Object>>) requireNonNull(shipped.get("scrape_configs"))) {
            URI target = requireNonNull(targets.get((String) requireNonNull(job.get("job_name"))));
            job.put("static_configs", List.of(Map.of("targets", List.of(target.getAuthority()))));
        }
        return new Yaml().dump(shipped);
    }

    private static void writeRules(Path directory, UnaryOperator<String> changes) {
        Path rules = Directories.createPrivate(directory.resolve("rules"));
        for (Path shipped : RuleFiles.files()) {
            try {
                write(rules.resolve(shipped.getFileName()), changes.apply(Files.readString(shipped)));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }

    private static void write(Path file, String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Has it read changed rules. What was pending begins anew. */
    public void changeRules(UnaryOperator<String> changes) {
        writeRules(directory, changes);
        process.signal("HUP");
    }

    /** Whether it answers, and has scraped every target. */
    public boolean hasScraped(int expectedTargets) {
        try {
            JsonNode targets = get("/api/v1/targets").at("/data/activeTargets");
            int up = 0;
            for (JsonNode target : targets) {
                up += target.path("health").stringValue().equals("up") ? 1 : 0;
            }
            return up == expectedTargets;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** The values that a query has now, one a series. */
    public List<Double> query(String expression) {
        List<Double> values = new ArrayList<>();
        for (JsonNode series : result(expression)) {
            values.add(number(series.at("/value/1").stringValue()));
        }
        return values;
    }

    /** The values that a query has now, by one of its labels. */
    public Map<String, Double> query(String expression, String label) {
        Map<String, Double> values = new HashMap<>();
        for (JsonNode series : result(expression)) {
            values.put(
                    series.path("metric").path(label).asString(""),
                    number(series.at("/value/1").stringValue()));
        }
        return values;
    }

    private JsonNode result(String expression) {
        JsonNode answer = get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        if (!answer.path("status").asString("").equals("success")) {
            throw new IllegalStateException(expression + ": " + answer);
        }
        return answer.at("/data/result");
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** The rules that it could not evaluate, each with what it said, and those that it has not come to yet. */
    public List<String> rulesNotEvaluated() {
        List<String> faulty = new ArrayList<>();
        for (JsonNode group : get("/api/v1/rules").at("/data/groups")) {
            for (JsonNode rule : group.path("rules")) {
                if (!rule.path("health").stringValue().equals("ok")) {
                    faulty.add(rule.path("name").stringValue() + ": "
                            + rule.path("lastError").asString("not evaluated"));
                }
            }
        }
        return faulty;
    }

    private JsonNode get(String target) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return JsonMapper.shared()
                    .readTree(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body());
        } catch (IOException unanswered) {
            throw new UncheckedIOException(unanswered);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** The end of what it logged. */
    public String log() {
        return process.logTail(20);
    }

    @Override
    public void close() {
        client.close();
        process.close();
        Directories.delete(directory);
    }
}
