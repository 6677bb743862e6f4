package matchnight.bench.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import matchnight.stack.ProjectRoot;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboards in {@code ops/grafana/dashboards}. */
public final class Dashboards {

    public static final Path DIRECTORY = ProjectRoot.find().resolve("ops/grafana/dashboards");

    private Dashboards() {}

    /** One query of a panel. */
    public record PanelQuery(String dashboard, String panel, String expression) {

        @Override
        public String toString() {
            return dashboard + ", " + panel + ": " + expression;
        }
    }

    static List<JsonNode> all() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            List<JsonNode> dashboards = new ArrayList<>();
            for (Path file : files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                dashboards.add(JsonMapper.shared().readTree(Files.readString(file)));
            }
            return dashboards;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static List<PanelQuery> queries() {
        List<PanelQuery> queries = new ArrayList<>();
        for (JsonNode dashboard : all()) {
            for (JsonNode panel : dashboard.path("panels")) {
                for (JsonNode target : panel.path("targets")) {
                    queries.add(new PanelQuery(
                            dashboard.path("title").stringValue(),
                            panel.path("title").stringValue(),
                            target.path("expr").stringValue()));
                }
            }
        }
        return queries;
    }
}
