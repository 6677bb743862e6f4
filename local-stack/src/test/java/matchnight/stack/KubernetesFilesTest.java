package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Checks the Kubernetes files as far as that is possible without a cluster: that they agree with one another, with the services
 * and with the local stack. {@code ops/check} holds them against the schemas of the API.
 */
class KubernetesFilesTest {

    private static final Path ROOT = ProjectRoot.find();
    private static final Path BASE = ROOT.resolve("ops/kubernetes/base");
    private static final Path PRODUCTION = ROOT.resolve("ops/kubernetes/overlays/production");

    private static final Node KUSTOMIZATION =
            documents(BASE.resolve("kustomization.yaml")).getFirst();
    private static final Node OVERLAY =
            documents(PRODUCTION.resolve("kustomization.yaml")).getFirst();
    private static final List<Node> RESOURCES = KUSTOMIZATION.at("resources").items().stream()
            .flatMap(file -> documents(BASE.resolve(file.text())).stream())
            .toList();

    /** What an operator makes before, with its keys: nothing secret is in the files. */
    private static final Set<String> FROM_OUTSIDE = Set.of(
            "matchnight-database/bet-api",
            "matchnight-database/settlement-worker",
            "matchnight-database/relay",
            "matchnight-database/reader",
            "matchnight-database/maintenance",
            "matchnight-migrator/host",
            "matchnight-migrator/jdbc-url",
            "matchnight-migrator/password");

    @Test
    void everyFileBelongsToTheBaseAndNoneIsMissing() throws IOException {
        Set<String> named = new TreeSet<>(Set.of("kustomization.yaml"));
        KUSTOMIZATION.at("resources").items().forEach(file -> named.add(file.text()));
        generators().flatMap(map -> map.at("files").items().stream()).forEach(file -> named.add(file.text()));
        try (Stream<Path> files = Files.list(BASE)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(named);
        }
        assertThat(BASE.resolve("logins.sql"))
                .as("a copy, because Kustomize reads nothing from above its own directory")
                .hasSameTextualContentAs(ROOT.resolve("ops/compose/logins.sql"));
    }

    @Test
    void everythingReferredToIsGeneratedHereOrMadeBefore() throws IOException {
        Set<String> generated = generators().map(map -> map.at("name").text()).collect(Collectors.toSet());
        generated.add("matchnight-token-key");
        Set<String> secrets = new TreeSet<>();
        for (Node pod : pods()) {
            for (Node container : containers(pod)) {
                container
                        .at("envFrom")
                        .items()
                        .forEach(source -> assertThat(
                                        source.at("configMapRef", "name").text())
                                .isIn(generated));
                for (Node variable : container.at("env").items()) {
                    Node reference = variable.at("valueFrom", "secretKeyRef");
                    if (reference.exists()) {
                        secrets.add(reference.at("name").text() + "/"
                                + reference.at("key").text());
                    }
                }
                List<String> volumes = pod.at("volumes").items().stream()
                        .map(volume -> volume.at("name").text())
                        .toList();
                assertThat(container.at("volumeMounts").items())
                        .allMatch(mount -> volumes.contains(mount.at("name").text()));
            }
            for (Node volume : pod.at("volumes").items()) {
                if (volume.at("configMap").exists()) {
                    assertThat(volume.at("configMap", "name").text()).isIn(generated);
                }
            }
        }
        assertThat(secrets).isEqualTo(new TreeSet<>(FROM_OUTSIDE));
        String manual = Files.readString(ROOT.resolve("docs/deployment.md"));
        assertThat(FROM_OUTSIDE).allSatisfy(key -> assertThat(manual).contains(key.substring(key.indexOf('/') + 1)));
        assertThat(RESOURCES).noneMatch(resource -> resource.at("kind").text().equals("Secret"));
    }

    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    void aServiceIsToldWhatTheLocalStackTellsIt(ServiceKind kind) {
        Set<String> expected = new TreeSet<>(Set.of(
                "SERVER_PORT",
                "MATCHNIGHT_DATABASE_URL",
                "MATCHNIGHT_DATABASE_PREPARE_THRESHOLD",
                "MATCHNIGHT_KAFKA_BOOTSTRAP_SERVERS",
                "MATCHNIGHT_TOKEN_PUBLIC_KEY_LOCATION"));
        kind.roles().forEach(role -> expected.add(role.passwordVariable()));

        Set<String> told = new TreeSet<>(literals(KUSTOMIZATION).keySet());
        container(kind)
                .at("env")
                .items()
                .forEach(variable -> told.add(variable.at("name").text()));
        assertThat(told).isEqualTo(expected);
        for (DatabaseRole role : kind.roles()) {
            assertThat(container(kind).at("env").items())
                    .filteredOn(variable -> variable.at("name").text().equals(role.passwordVariable()))
                    .allMatch(variable -> variable.at("valueFrom", "secretKeyRef", "key")
                            .text()
                            .equals(role.roleName().replace('_', '-')));
        }
    }

    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    void twoOfItServeWhileOneIsReplacedOrEvicted(ServiceKind kind) {
        Node deployment = resource("Deployment", kind);
        assertThat(deployment.at("spec", "replicas").value()).isEqualTo(2);
        assertThat(deployment
                        .at("spec", "strategy", "rollingUpdate", "maxUnavailable")
                        .value())
                .isEqualTo(0);
        assertThat(resource("PodDisruptionBudget", kind)
                        .at("spec", "minAvailable")
                        .value())
                .isEqualTo(1);
        Map<String, String> labels = Map.of("app.kubernetes.io/name", kind.label());
        for (Node selector : List.of(
                deployment.at("spec", "selector", "matchLabels"),
                deployment.at("spec", "template", "metadata", "labels"),
                resource("PodDisruptionBudget", kind).at("spec", "selector", "matchLabels"),
                resource("Service", kind).at("spec", "selector"),
                deployment
                        .at("spec", "template", "spec", "topologySpreadConstraints")
                        .items()
                        .getFirst()
                        .at("labelSelector", "matchLabels"))) {
            assertThat(selector.value()).isEqualTo(labels);
        }
        String port = container(kind).at("ports").items().getFirst().at("name").text();
        assertThat(resource("Service", kind)
                        .at("spec", "ports")
                        .items()
                        .getFirst()
                        .at("targetPort")
                        .text())
                .isEqualTo(port);
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(container(kind).at(probe, "httpGet", "port").text()).isEqualTo(port);
            assertThat(container(kind).at(probe, "httpGet", "path").text())
                    .isEqualTo("/actuator/health/" + (probe.startsWith("readiness") ? "readiness" : "liveness"));
        }
    }

    /** A pod that is killed in the middle of its stop keeps its leases until they run out, and breaks off its requests. */
    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    void aPodHasTimeForEveryPhaseOfItsStop(ServiceKind kind) {
        Node settings = documents(ROOT.resolve(kind.label()).resolve("src/main/resources/application.yaml"))
                .getFirst();
        assertThat(settings.at("server", "shutdown").text()).isEqualTo("graceful");
        int phase = seconds(
                settings.at("spring", "lifecycle", "timeout-per-shutdown-phase").text());
        Node pod = resource("Deployment", kind).at("spec", "template", "spec");
        int grace = (int) pod.at("terminationGracePeriodSeconds").value();
        int preStop = (int)
                container(kind).at("lifecycle", "preStop", "sleep", "seconds").value();
        // Requests, then what else runs in a phase of its own, then what is closed with the context.
        assertThat(grace).isGreaterThanOrEqualTo(preStop + 4 * phase);
        Node readiness = container(kind).at("readinessProbe");
        assertThat(preStop)
                .as("longer than a failing look at the readiness takes to be acted upon")
                .isGreaterThan((int) readiness.at("periodSeconds").value()
                        * (int) readiness.at("failureThreshold").value());
    }

    private static int seconds(String duration) {
        return Integer.parseInt(duration.replace("s", ""));
    }

    @Test
    void nothingRunsAsRootOrWritesItsFileSystem() {
        assertThat(pods()).hasSize(3).allSatisfy(pod -> {
            assertThat(pod.at("securityContext", "runAsNonRoot").value()).isEqualTo(true);
            assertThat(pod.at("securityContext", "seccompProfile", "type").text())
                    .isEqualTo("RuntimeDefault");
            assertThat(pod.at("automountServiceAccountToken").value()).isEqualTo(false);
            assertThat(containers(pod)).isNotEmpty().allSatisfy(container -> {
                Node context = container.at("securityContext");
                assertThat(context.at("allowPrivilegeEscalation").value()).isEqualTo(false);
                assertThat(context.at("readOnlyRootFilesystem").value()).isEqualTo(true);
                assertThat(context.at("capabilities", "drop").value()).isEqualTo(List.of("ALL"));
                assertThat(container.at("resources", "limits", "memory").exists())
                        .isTrue();
                assertThat(container.at("resources", "requests", "cpu").exists())
                        .isTrue();
            });
        });
    }

    @Test
    void aSchemaVersionHasItsOwnJob() throws IOException {
        String version = Files.readString(ROOT.resolve("common-ledger/src/main/resources/db/required-version"))
                .strip();
        assertThat(RESOURCES.stream()
                        .filter(resource -> resource.at("kind").text().equals("Job"))
                        .map(job -> job.at("metadata", "name").text()))
                .containsExactly("migrations-v" + version);
        assertThat(Files.readString(ROOT.resolve("db/Dockerfile"))).contains("COPY db/migrations/ /flyway/sql/");
    }

    @Test
    void productionPinsEveryImageAndChangesOnlyWhatIsThere() {
        Map<String, String> tags = new HashMap<>();
        OVERLAY.at("images")
                .items()
                .forEach(image ->
                        tags.put(image.at("name").text(), image.at("newTag").text()));
        Set<String> used = pods().stream()
                .flatMap(pod -> containers(pod).stream())
                .map(container -> container.at("image").text())
                .collect(Collectors.toSet());
        assertThat(tags).containsOnlyKeys(used);
        assertThat(tags.values()).noneMatch(tag -> tag.isEmpty() || tag.equals("latest"));

        assertThat(PRODUCTION
                        .resolve(OVERLAY.at("resources").items().getFirst().text())
                        .normalize())
                .isEqualTo(BASE);
        assertThat(literals(KUSTOMIZATION).keySet())
                .containsAll(literals(OVERLAY).keySet());
        for (Node patch : OVERLAY.at("patches").items()) {
            String kind = patch.at("target", "kind").text();
            for (Node operation : documents(PRODUCTION.resolve(patch.at("path").text()))
                    .getFirst()
                    .items()) {
                String[] path = operation.at("path").text().substring(1).split("/", -1);
                assertThat(RESOURCES.stream()
                                .filter(resource -> resource.at("kind").text().equals(kind)))
                        .isNotEmpty()
                        .allMatch(
                                resource -> resource.at(path).exists(),
                                operation.at("path").text());
            }
        }
    }

    private static Stream<Node> generators() {
        return KUSTOMIZATION.at("configMapGenerator").items().stream();
    }

    private static Map<String, String> literals(Node kustomization) {
        return kustomization.at("configMapGenerator").items().stream()
                .flatMap(map -> map.at("literals").items().stream())
                .map(literal -> literal.text().split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static List<Node> pods() {
        return RESOURCES.stream()
                .map(resource -> resource.at("spec", "template", "spec"))
                .filter(Node::exists)
                .toList();
    }

    private static List<Node> containers(Node pod) {
        List<Node> all = new ArrayList<>(pod.at("initContainers").items());
        all.addAll(pod.at("containers").items());
        return all;
    }

    private static Node container(ServiceKind kind) {
        return resource("Deployment", kind)
                .at("spec", "template", "spec", "containers")
                .items()
                .getFirst();
    }

    private static Node resource(String kind, ServiceKind service) {
        return RESOURCES.stream()
                .filter(each -> each.at("kind").text().equals(kind))
                .filter(each -> each.at("metadata", "name").text().equals(service.label()))
                .findFirst()
                .orElseThrow();
    }

    private static List<Node> documents(Path file) {
        try {
            Iterable<Object> all = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(Files.readString(file));
            return StreamSupport.stream(all.spliterator(), false)
                    .map(document -> new Node(file.toString(), document))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something in a YAML file, and where: what is missing is a node too, which says so when it is read. */
    private record Node(
            String where, @org.jspecify.annotations.Nullable Object found) {

        Node at(String... path) {
            Node node = this;
            for (String step : path) {
                node = node.child(step);
            }
            return node;
        }

        private Node child(String step) {
            Object child = found instanceof Map<?, ?> map ? map.get(step) : null;
            if (found instanceof List<?> list && Integer.parseInt(step) < list.size()) {
                child = list.get(Integer.parseInt(step));
            }
            return new Node(where + " " + step, child);
        }

        boolean exists() {
            return found != null;
        }

        Object value() {
            return Objects.requireNonNull(found, () -> "missing: " + where);
        }

        String text() {
            return value().toString();
        }

        /** Its elements; none where it is missing. */
        List<Node> items() {
            return found instanceof List<?> list
                    ? list.stream().map(item -> new Node(where + " -", item)).toList()
                    : List.of();
        }
    }
}
