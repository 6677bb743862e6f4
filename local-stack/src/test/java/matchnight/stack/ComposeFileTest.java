package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Checks {@code docker-compose.yml} as far as that is possible without an engine: against what the local stack does. */
class ComposeFileTest {

    private static final Path ROOT = ProjectRoot.find();

    @SuppressWarnings("NullAway.Init")
    private static Map<String, Object> file;

    @SuppressWarnings("NullAway.Init")
    private static Map<String, Map<String, Object>> services;

    @SuppressWarnings("NullAway.Init")
    private static String text;

    @BeforeAll
    @SuppressWarnings("unchecked")
    static void read() throws IOException {
        text = Files.readString(ROOT.resolve("docker-compose.yml"));
        file = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        services = (Map<String, Map<String, Object>>) required(file, "services");
    }

    @Test
    void itsStepsWaitForOneAnother() {
        assertThat(services.keySet())
                .containsExactlyInAnyOrder(
                        "postgres",
                        "owner",
                        "migrations",
                        "logins",
                        "kafka",
                        "topics",
                        "bet-api",
                        "settlement-worker",
                        "pgbouncer",
                        "prometheus",
                        "grafana");
        assertThat(dependencies("pgbouncer")).containsExactly("logins:service_completed_successfully");
        assertThat(dependencies("owner")).containsExactly("postgres:service_healthy");
        assertThat(dependencies("migrations")).containsExactly("owner:service_completed_successfully");
        assertThat(dependencies("logins")).containsExactly("migrations:service_completed_successfully");
        assertThat(dependencies("topics")).containsExactly("kafka:service_healthy");
        for (ServiceKind kind : ServiceKind.values()) {
            assertThat(dependencies(kind.label()))
                    .containsExactlyInAnyOrder(
                            "logins:service_completed_successfully", "topics:service_completed_successfully");
        }
    }

    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    void aServiceIsToldWhatTheLocalStackTellsIt(ServiceKind kind) {
        List<String> expected = new ArrayList<>(List.of(
                "SERVER_PORT",
                "MATCHNIGHT_DATABASE_URL",
                "MATCHNIGHT_KAFKA_BOOTSTRAP_SERVERS",
                "MATCHNIGHT_TOKEN_PUBLIC_KEY_LOCATION"));
        kind.roles().forEach(role -> expected.add(role.passwordVariable()));
        if (kind == ServiceKind.SETTLEMENT_WORKER) {
            expected.add("MATCHNIGHT_OPS_BET_API_URLS");
        }
        assertThat(environment(kind.label()).keySet()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Of its own Dockerfile, with nothing but /tmp to write and no privilege to gain. */
    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    @SuppressWarnings("unchecked")
    void aServiceRunsItsOwnImageAndWritesNothing(ServiceKind kind) {
        Map<String, Object> service = service(kind.label());
        var build = (Map<String, Object>) required(service, "build");
        Path dockerfile = ROOT.resolve(required(build, "context").toString())
                .resolve(required(build, "dockerfile").toString());
        assertThat(dockerfile).exists().hasParentRaw(ROOT.resolve(".").resolve(kind.label()));
        assertThat(service)
                .containsEntry("read_only", true)
                .containsEntry("tmpfs", List.of("/tmp"))
                .containsEntry("cap_drop", List.of("ALL"));
    }

    /** A login that the pooler does not know is a service that does not start. */
    @Test
    @SuppressWarnings("unchecked")
    void thePoolerKnowsEveryRoleOfTheServices() {
        var configurations = (Map<String, Map<String, String>>) required(file, "configs");
        String users = required(required(configurations, "pgbouncer-users"), "content");
        for (ServiceKind kind : ServiceKind.values()) {
            for (DatabaseRole role : kind.roles()) {
                String known = String.format("'%s' '${%s_PASSWORD:?", role.roleName(), role.name());
                assertThat(users).contains(known.replace('\'', '"'));
            }
        }
        assertThat(service("pgbouncer")).containsEntry("profiles", List.of("pgbouncer"));
        assertThat(required(required(configurations, "pgbouncer-addresses"), "content")
                        .lines())
                .as("a second heading [pgbouncer] would undo what the included file sets")
                .startsWith("%include /etc/pgbouncer/pgbouncer-1.21.ini", "listen_addr = 0.0.0.0")
                .doesNotContain("[pgbouncer]");
    }

    /** What is mounted from the project's tree is there: a missing file would be mounted as an empty directory. */
    @Test
    void everyMountedFileExists() {
        for (String service : services.keySet()) {
            if (service(service).containsKey("volumes")) {
                assertThat(strings(service, "volumes").stream()
                                .filter(volume -> volume.startsWith("./"))
                                .map(volume -> ROOT.resolve(volume.split(":", 2)[0])))
                        .allSatisfy(path -> assertThat(path).exists());
            }
        }
    }

    @Test
    void noPasswordHasADefault() {
        Stream<Map.Entry<String, Object>> passwords = services.keySet().stream()
                .flatMap(service -> environment(service).entrySet().stream())
                .filter(variable -> variable.getKey().contains("PASSWORD"));
        assertThat(passwords)
                .isNotEmpty()
                .allSatisfy(variable ->
                        assertThat(variable.getValue().toString()).matches("\\$\\{[A-Z_]+:\\?set [A-Z_]+}"));
    }

    @Test
    void postgresKeepsItsDataWhereTheImageWantsItAndRunsWithTheStacksSettings() {
        assertThat(required(service("postgres"), "image")).isEqualTo("postgres:18");
        assertThat(strings("postgres", "volumes")).containsExactly("postgres-data:/var/lib/postgresql");
        assertThat(strings("postgres", "command").stream().filter(word -> word.contains("=")))
                .isSubsetOf(PostgresConfiguration.ofContainers().entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .toList())
                .contains("deadlock_timeout=200ms", "shared_preload_libraries=pg_stat_statements");
    }

    @Test
    void theSchemaComesFromTheMigrationsAlone() {
        assertThat(strings("migrations", "volumes")).containsExactly("./db/migrations:/flyway/sql:ro");
        assertThat(environment("migrations")).containsEntry("FLYWAY_USER", DatabaseRole.MIGRATOR.roleName());
        assertThat(ROOT.resolve("db/migrations")).isDirectoryContaining("glob:**.sql");
    }

    @Test
    void everyTopicIsCreatedAndNoneCreatesItself() {
        String script = strings("topics", "command").getFirst();
        assertThat(script)
                .contains("for topic in " + String.join(" ", KafkaServer.TOPICS) + ";")
                .contains("--partitions " + KafkaServer.PARTITIONS + " ")
                .containsPattern("--topic market-results --add-config message\\.timestamp\\.type=LogAppendTime");
        assertThat(environment("kafka")).containsEntry("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
    }

    @Test
    void everyRoleThatTheMigrationsCreateGetsItsLogin() throws IOException {
        String logins = Files.readString(ROOT.resolve("ops/compose/logins.sql"));
        for (DatabaseRole role : DatabaseRole.created()) {
            assertThat(logins)
                    .containsPattern("ALTER ROLE " + role.roleName() + " +LOGIN PASSWORD :'" + role.roleName());
            assertThat(environment("logins")).containsKey(role.name() + "_PASSWORD");
        }
    }

    @Test
    void whatReachesTheMachineReachesOnlyTheMachine() {
        for (String service : services.keySet()) {
            if (service(service).containsKey("ports")) {
                assertThat(strings(service, "ports")).allMatch(port -> port.startsWith("127.0.0.1:"));
            }
        }
        assertThat(text).doesNotContain(":latest");
    }

    private static Map<String, Object> service(String name) {
        return required(services, name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> environment(String service) {
        return (Map<String, Object>) service(service).getOrDefault("environment", Map.of());
    }

    @SuppressWarnings("unchecked")
    private static List<String> strings(String service, String member) {
        return (List<String>) required(service(service), member);
    }

    @SuppressWarnings("unchecked")
    private static List<String> dependencies(String service) {
        var conditions = (Map<String, Map<String, String>>) required(service(service), "depends_on");
        return conditions.entrySet().stream()
                .map(dependency ->
                        dependency.getKey() + ":" + dependency.getValue().get("condition"))
                .toList();
    }

    private static <T> T required(Map<String, T> map, String key) {
        T value = map.get(key);
        if (value == null) {
            throw new AssertionError("docker-compose.yml lacks " + key);
        }
        return value;
    }
}
