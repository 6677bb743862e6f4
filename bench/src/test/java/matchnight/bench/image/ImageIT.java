package matchnight.bench.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.bench.image.Namespace.Finished;
import matchnight.stack.DatabaseRole;
import matchnight.stack.ProjectRoot;
import matchnight.stack.ServiceKind;
import matchnight.stack.TestDatabase;
import matchnight.stack.TokenIssuer;
import matchnight.stack.testing.SharedServers;
import matchnight.stack.testing.TestNeeds;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each image, made from its Dockerfile's own commands and run by them, in a namespace of this machine in the place of a
 * container. What an engine alone can show is that the base images exist.
 */
class ImageIT {

    private static final Path ROOT = ProjectRoot.find();

    /** A variable that every JVM reads; the options come on top of the image's own. */
    private static final String MORE_OPTIONS = "JAVA_TOOL_OPTIONS";

    @TempDir
    Path scratch;

    @BeforeAll
    static void needsNamespaces() {
        if (!Namespace.isPossible()) {
            TestNeeds.refuseToSkip("namespaces", "no mount namespaces here: that takes Linux and its root");
            Assumptions.abort("no mount namespaces here: that takes Linux and its root");
        }
    }

    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    void itIsMadeRunsAndStopsAsItsDockerfileSays(ServiceKind kind) throws Exception {
        Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
        Dockerfile file =
                Dockerfile.read(ROOT.resolve(kind.label()).resolve("Dockerfile"), Map.of("JAR_FROM", "prebuilt"));
        Path root = new ImageBuild(ROOT, scratch, file).image();
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase()) {
            Map<String, String> environment = environment(kind, database, root);

            // AOTMode=on: a JVM that cannot use the cache does not start.
            Duration with;
            try (RunningImage running =
                    start(root, file, environment, "-XX:AOTMode=on").awaitReady()) {
                with = running.processorTime();
                assertThat(running.identity()).isEqualTo("10001:10001");
                assertThat(running.healthCheck()).as("while it lives").matches(check -> check.exitCode() == 0);
                assertThat(running.beside(List.of("/bin/sh", "-c", "touch /app/x || touch /x"))
                                .exitCode())
                        .as("writing into the image")
                        .isNotZero();
                assertThat(running.stop()).as("exit code after SIGTERM").isEqualTo(143);
                assertThat(running.healthCheck().exitCode())
                        .as("once it is gone")
                        .isNotZero();
            }
            Duration without;
            try (RunningImage running =
                    start(root, file, environment, "-XX:AOTMode=off").awaitReady()) {
                without = running.processorTime();
            }
            System.out.printf(
                    "%s: processor time until ready %.1f s with the AOT cache, %.1f s without%n",
                    kind.label(), with.toMillis() / 1000.0, without.toMillis() / 1000.0);
            assertThat(with)
                    .as("processor time with the cache")
                    .isLessThan(without.multipliedBy(8).dividedBy(10));

            aCacheOfAnotherJarIsRefused(kind, root, file, environment);
        }
    }

    /** So the run before shows that the cache was used, and not merely that it was there. */
    private void aCacheOfAnotherJarIsRefused(
            ServiceKind kind, Path root, Dockerfile file, Map<String, String> environment) throws Exception {
        Files.setLastModifiedTime(root.resolve("app/" + kind.label() + ".jar"), FileTime.from(Instant.EPOCH));
        Map<String, String> told = with(environment, "-XX:AOTMode=on");
        Namespace inside = Namespace.in(root);
        Finished refused = Namespace.run(inside.command(
                "/app",
                "10001:10001",
                true,
                told,
                file.image().last("ENTRYPOINT").orElseThrow().exec()));
        assertThat(refused.exitCode()).as(refused.output()).isNotZero();
        assertThat(refused.output()).contains("AOT");
    }

    private RunningImage start(Path root, Dockerfile file, Map<String, String> environment, String options)
            throws IOException {
        Path log = Files.createTempFile(scratch, "image", ".log");
        return new RunningImage(root, file.image(), with(environment, options), log);
    }

    private static Map<String, String> with(Map<String, String> environment, String options) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(MORE_OPTIONS, options);
        return more;
    }

    private static Map<String, String> environment(ServiceKind kind, TestDatabase database, Path root)
            throws IOException {
        Path key = Files.createDirectories(root.resolve("run/secrets")).resolve("token-public-key");
        Files.copy(Path.of(TokenIssuer.temporary().publicKeyLocation()), key);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--r--r--"));
        Map<String, String> environment = new HashMap<>();
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("MATCHNIGHT_DATABASE_URL", database.jdbcUrl());
        environment.put(
                "MATCHNIGHT_KAFKA_BOOTSTRAP_SERVERS", SharedServers.kafka().bootstrapServers());
        environment.put("MATCHNIGHT_TOKEN_PUBLIC_KEY_LOCATION", "file:/run/secrets/token-public-key");
        for (DatabaseRole role : kind.roles()) {
            environment.put(role.passwordVariable(), database.password(role));
        }
        return environment;
    }
}
