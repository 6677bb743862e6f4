package matchnight.bench.operations;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import matchnight.bench.operations.RuleFiles.Rule;
import matchnight.stack.ProjectRoot;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Rules, their cases, dashboards, provisioning and runbook fit one another. */
class OperationsFilesTest {

    private static final Path ROOT = ProjectRoot.find();
    private static final Path CASES = RuleFiles.PROMETHEUS.resolve("tests/alerts.yml");
    private static final Pattern MAPPING = Pattern.compile("Mapping\\((?:path = )?\"(/[^\"]+)\"");

    private static final Pattern PREFIX = Pattern.compile("@RequestMapping\\((?:path = )?\"(/v1[^\"]*)\"");

    /** Names in code type that begin as the services' own families do. */
    private static final Pattern SERIES = Pattern.compile(
            "`((?:job:|cause:|settlement_|placement_|database_|outbox_|ledger_drift|holds_|incidents_|partition_headroom_days"
                    + "|hikaricp_|catalogue_|background_|kafka_|bet_placement_|exposure_due_|results_waiting)[\\w:]*)[`{]");

    /** Reconciliation's incidents point here, by these names. */
    private static final List<String> INCIDENTS_OF_RECONCILIATION =
            List.of("ledger-drift", "reserved-drift", "exposure-drift", "event-drift");

    static List<Rule> alerts() {
        return RuleFiles.alerts();
    }

    @Test
    void prometheusTakesItsConfigurationAndTheRules() throws Exception {
        promtool(
                "check",
                "config",
                RuleFiles.PROMETHEUS.resolve("prometheus.yml").toString());
    }

    @Test
    void everyAlertFiresByItsCauseAndIsSilentOnAHealthyNight() throws Exception {
        promtool("test", "rules", CASES.toString());
    }

    private static void promtool(String... arguments) throws Exception {
        Path tool = PrometheusPrograms.tool().orElse(null);
        Assumptions.assumeTrue(tool != null, PrometheusPrograms.MISSING);
        List<String> command = new ArrayList<>(List.of(requireNonNull(tool).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** One case at least in which it fires, and the healthy night. */
    @ParameterizedTest
    @MethodSource("alerts")
    @SuppressWarnings("unchecked")
    void hasACaseThatFiresItAndANightThatDoesNot(Rule alert) {
        boolean fires = false;
        boolean isSilentOnAHealthyNight = false;
        for (var test :
                (List<Map<String, Object>>) requireNonNull(RuleFiles.yaml(CASES).get("tests"))) {
            for (var asked : (List<Map<String, Object>>) requireNonNull(test.get("alert_rule_test"))) {
                if (alert.name().equals(asked.get("alertname"))) {
                    boolean isSilent = ((List<Object>) requireNonNull(asked.get("exp_alerts"))).isEmpty();
                    fires |= !isSilent;
                    isSilentOnAHealthyNight |= isSilent && "a healthy night".equals(test.get("name"));
                }
            }
        }
        assertThat(fires).as("a case fires it").isTrue();
        assertThat(isSilentOnAHealthyNight).as("the healthy night asks for it").isTrue();
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void saysHowUrgentItIsAndWhatItMeans(Rule alert) {
        assertThat(alert.labels().get("severity")).isIn("page", "ticket");
        assertThat(alert.annotations()).containsOnlyKeys("summary", "runbook");
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void hasAnEntryInTheRunbookWithAllFourParts(Rule alert) {
        String reference = requireNonNull(alert.annotations().get("runbook"));
        assertThat(reference).startsWith(Runbook.FILE + "#");
        String entry = entry(reference.substring(Runbook.FILE.length() + 1));
        String severity = requireNonNull(alert.labels().get("severity"));
        assertThat(entry).contains("`" + alert.name() + "` (" + severity + ")");
    }

    @Test
    void theRunbookHasAnEntryForEveryKindOfDrift() {
        for (String anchor : INCIDENTS_OF_RECONCILIATION) {
            assertThat(entry(anchor)).contains("`" + anchor + "`");
        }
    }

    private static String entry(String anchor) {
        assertThat(Runbook.entries()).containsKey(anchor);
        String entry = requireNonNull(Runbook.entries().get(anchor));
        assertThat(entry).contains("**Means**", "**Look at**", "**Do**", "**It worked when**");
        return entry;
    }

    @Test
    void everyLinkWithinTheRunbookLeadsSomewhere() {
        assertThat(Pattern.compile("]\\(#([^)]+)\\)")
                        .matcher(Runbook.text())
                        .results()
                        .map(link -> link.group(1)))
                .isNotEmpty()
                .allSatisfy(anchor -> assertThat(Runbook.entries()).containsKey(anchor));
    }

    /** What is called exists: a path that a handler of one of the services has. */
    @Test
    void everyCallOfTheRunbookExists() throws IOException {
        Set<String> handled = new HashSet<>(Set.of("/actuator/health/readiness"));
        for (String service : List.of("bet-api", "settlement-worker")) {
            try (Stream<Path> sources = Files.walk(ROOT.resolve(service + "/src/main/java"))) {
                for (Path source : sources.filter(file -> file.toString().endsWith(".java"))
                        .toList()) {
                    handled.addAll(handledBy(Files.readString(source)));
                }
            }
        }
        assertThat(Runbook.paths()).hasSizeGreaterThan(10).isSubsetOf(handled);
    }

    private static Set<String> handledBy(String source) {
        String prefix = PREFIX.matcher(source)
                .results()
                .map(mapping -> mapping.group(1))
                .findFirst()
                .orElse("");
        return MAPPING.matcher(source)
                .results()
                .map(mapping -> Runbook.withoutValues(prefix + mapping.group(1)))
                .collect(toSet());
    }

    /** A series that the runbook speaks of is one that rules and panels ask for. */
    @Test
    void theRunbookSpeaksOfSeriesThatAreWatched() {
        Set<String> asked = Stream.of(
                        RuleFiles.all().stream().map(Rule::expression),
                        RuleFiles.recorded().stream().map(Rule::name),
                        Dashboards.queries().stream().map(Dashboards.PanelQuery::expression))
                .flatMap(expressions -> expressions)
                .flatMap(expression -> QueriedSeries.of(expression).stream())
                .collect(toSet());
        assertThat(SERIES.matcher(Runbook.text()).results().map(series -> series.group(1)))
                .hasSizeGreaterThan(20)
                .allSatisfy(series -> assertThat(asked).contains(series));
    }

    @Test
    void everyRecordedSeriesIsAskedFor() {
        Set<String> asked = Stream.concat(
                        RuleFiles.alerts().stream().map(Rule::expression),
                        Dashboards.queries().stream().map(Dashboards.PanelQuery::expression))
                .flatMap(expression -> QueriedSeries.of(expression).stream())
                .filter(name -> name.contains(":"))
                .collect(toSet());
        assertThat(RuleFiles.recorded().stream().map(Rule::name)).containsExactlyInAnyOrderElementsOf(asked);
    }

    @Test
    void everyPanelAsksTheDatasourceThatIsProvisioned() {
        Set<String> identifiers = new HashSet<>();
        for (JsonNode dashboard : Dashboards.all()) {
            assertThat(identifiers.add(dashboard.path("uid").stringValue())).isTrue();
            Set<Integer> panels = new HashSet<>();
            for (JsonNode panel : dashboard.path("panels")) {
                String title = panel.path("title").stringValue();
                assertThat(panels.add(panel.path("id").intValue())).as(title).isTrue();
                assertThat(panel.path("description").stringValue()).as(title).isNotBlank();
                assertThat(panel.path("targets").isEmpty()).as(title).isFalse();
                for (JsonNode target : panel.path("targets")) {
                    assertThat(target.at("/datasource/uid").stringValue())
                            .as(title)
                            .isEqualTo(provisionedDatasource().get("uid"));
                }
            }
        }
        assertThat(identifiers).isNotEmpty();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> provisionedDatasource() {
        var file = RuleFiles.yaml(ROOT.resolve("ops/grafana/provisioning/datasources/prometheus.yml"));
        return ((List<Map<String, Object>>) requireNonNull(file.get("datasources"))).getFirst();
    }

    /** The directories, ports and names that compose gives Prometheus and Grafana are those that their files speak of. */
    @Test
    @SuppressWarnings("unchecked")
    void composeGivesThemWhatTheirFilesSpeakOf() throws IOException {
        Map<String, Object> compose = RuleFiles.yaml(ROOT.resolve("docker-compose.yml"));
        var services = (Map<String, Map<String, Object>>) requireNonNull(compose.get("services"));
        var grafana = requireNonNull(services.get("grafana"));
        String providers = Files.readString(ROOT.resolve("ops/grafana/provisioning/dashboards/matchnight.yml"));
        assertThat((List<String>) requireNonNull(grafana.get("volumes")))
                .contains(
                        "./ops/grafana/provisioning:/etc/grafana/provisioning:ro",
                        "./ops/grafana/dashboards:/var/lib/grafana/dashboards:ro");
        assertThat(providers).contains("path: /var/lib/grafana/dashboards\n");
        assertThat(provisionedDatasource()).containsEntry("url", "http://prometheus:9090");
        assertThat((List<String>) requireNonNull(
                        requireNonNull(services.get("prometheus")).get("volumes")))
                .contains("./ops/prometheus:/etc/prometheus:ro");
        String configuration = Files.readString(RuleFiles.PROMETHEUS.resolve("prometheus.yml"));
        for (String service : List.of("bet-api", "settlement-worker")) {
            var environment = (Map<String, Object>)
                    requireNonNull(requireNonNull(services.get(service)).get("environment"));
            assertThat(configuration)
                    .contains("- targets: [\"" + service + ":" + environment.get("SERVER_PORT") + "\"]");
        }
    }
}
