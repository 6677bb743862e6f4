package matchnight.bets.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import matchnight.bets.BetApi;
import matchnight.ledger.schema.SchemaVersion;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.TokenIssuer;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.Test;

/** A service on a schema that it was not built for says so in one line and does not start. */
class SchemaRefusalTest {

    @Test
    void refusesASchemaBehindIt() throws Exception {
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase()) {
            execute(database, "DELETE FROM flyway_schema_history WHERE version IS NOT NULL AND version <> '1'");
            assertThat(refusal(database)).contains("found 1", "run the migrations first");
        }
    }

    @Test
    void refusesASchemaAheadOfIt() throws Exception {
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase()) {
            execute(
                    database,
                    "UPDATE flyway_schema_history SET version = '999' WHERE version = '" + SchemaVersion.required()
                            + "'");
            assertThat(refusal(database)).contains("found 999", "deploy a newer build");
        }
    }

    @Test
    void refusesToStartWithoutADatabase() throws Exception {
        List<String> lines = failedStart("jdbc:postgresql://127.0.0.1:1/nothing", "x");
        assertThat(errors(lines)).singleElement().asString().contains("the database does not answer");
    }

    private static void execute(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connectAsSuperuser()) {
            connection.createStatement().execute(sql);
        }
    }

    private static String refusal(TestDatabase database) throws Exception {
        List<String> lines = failedStart(database.jdbcUrl(), database.password(DatabaseRole.BET_API));
        assertThat(errors(lines)).hasSize(1);
        assertThat(lines).noneMatch(line -> line.strip().startsWith("at "));
        return errors(lines).getFirst();
    }

    private static List<String> errors(List<String> lines) {
        return lines.stream().filter(line -> line.contains(" ERROR ")).toList();
    }

    /** Starts the service as a process of its own, which must end by itself with an exit code other than 0. */
    private static List<String> failedStart(String url, String password) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BetApi.class.getName())
                .redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "SERVER_PORT",
                        "0",
                        "MATCHNIGHT_DATABASE_URL",
                        url,
                        "MATCHNIGHT_BET_API_PASSWORD",
                        password,
                        "MATCHNIGHT_KAFKA_BOOTSTRAP_SERVERS",
                        "127.0.0.1:1",
                        "MATCHNIGHT_TOKEN_PUBLIC_KEY_LOCATION",
                        TokenIssuer.temporary().publicKeyLocation().toString()));
        Process service = builder.start();
        try {
            List<String> lines = new String(service.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(service.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(service.exitValue()).as(String.join("\n", lines)).isNotZero();
            return lines;
        } finally {
            service.destroyForcibly();
        }
    }
}
