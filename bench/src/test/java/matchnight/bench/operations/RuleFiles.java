package matchnight.bench.operations;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import matchnight.stack.ProjectRoot;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The rules in {@code ops/prometheus/rules}. */
public final class RuleFiles {

    public static final Path PROMETHEUS = ProjectRoot.find().resolve("ops/prometheus");

    private RuleFiles() {}

    /**
     * One rule.
     *
     * @param name of the alert, or of the series that is recorded
     */
    public record Rule(
            String name,
            boolean isAlert,
            String expression,
            Map<String, String> labels,
            Map<String, String> annotations) {

        @Override
        public String toString() {
            return name;
        }
    }

    public static List<Rule> all() {
        return files().stream().flatMap(file -> read(file).stream()).toList();
    }

    public static List<Rule> alerts() {
        return all().stream().filter(Rule::isAlert).toList();
    }

    public static List<Rule> recorded() {
        return all().stream().filter(rule -> !rule.isAlert()).toList();
    }

    public static List<Path> files() {
        try (Stream<Path> files = Files.list(PROMETHEUS.resolve("rules"))) {
            return files.filter(file -> file.toString().endsWith(".yml"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Rule> read(Path file) {
        List<Rule> rules = new ArrayList<>();
        var groups = (List<Map<String, Object>>) requireNonNull(yaml(file).get("groups"));
        for (Map<String, Object> group : groups) {
            for (var rule : (List<Map<String, Object>>) requireNonNull(group.get("rules"))) {
                rules.add(rule(rule));
            }
        }
        return rules;
    }

    @SuppressWarnings("unchecked")
    private static Rule rule(Map<String, Object> rule) {
        boolean isAlert = rule.containsKey("alert");
        return new Rule(
                (String) requireNonNull(rule.get(isAlert ? "alert" : "record")),
                isAlert,
                (String) requireNonNull(rule.get("expr")),
                (Map<String, String>) rule.getOrDefault("labels", Map.of()),
                (Map<String, String>) rule.getOrDefault("annotations", Map.of()));
    }

    /** A file of the project as YAML. */
    public static Map<String, Object> yaml(Path file) {
        try {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
