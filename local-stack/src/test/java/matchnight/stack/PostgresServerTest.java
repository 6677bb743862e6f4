package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresServerTest {

    @ParameterizedTest
    @CsvSource({
        "fsync, on",
        "synchronous_commit, on",
        "full_page_writes, on",
        "TimeZone, UTC",
        "lc_collate, C",
        "server_encoding, UTF8",
        "password_encryption, scram-sha-256",
        "shared_preload_libraries, pg_stat_statements",
        "deadlock_timeout, 200ms",
        "autovacuum_naptime, 5s",
        "max_connections, 100",
    })
    void itsSettingsAreThoseOfTheStack(String name, String value) throws SQLException {
        try (Connection connection = SharedServers.postgres().connectAsSuperuser("postgres")) {
            // pgjdbc sets its own session's time zone; what counts is the server's.
            String query = name.equals("lc_collate")
                    ? "SELECT datcollate FROM pg_database WHERE datname = 'postgres'"
                    : "SELECT coalesce(reset_val, '') || CASE unit WHEN 'ms' THEN 'ms' WHEN 's' THEN 's' ELSE '' END"
                            + " FROM pg_settings WHERE name = '" + name + "'";
            if (name.equals("TimeZone")) {
                query = "SELECT setting FROM pg_file_settings WHERE name = 'timezone'";
            }
            assertThat(text(connection, query)).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseRole.class)
    void everyRoleLogsInToAMigratedDatabase(DatabaseRole role) throws SQLException {
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase();
                Connection connection = database.dataSource(role).getConnection()) {
            assertThat(text(connection, "SELECT current_user")).isEqualTo(role.roleName());
        }
    }

    @Test
    void aDatabaseIsNotReachedWithAWrongPassword() {
        PostgresServer server = SharedServers.postgres();
        String state = "";
        try (Connection connection =
                java.sql.DriverManager.getConnection(server.jdbcUrl("postgres"), PostgresServer.SUPERUSER, "guess")) {
            assertThat(connection).as("a session").isNull();
        } catch (SQLException e) {
            state = e.getSQLState();
        }
        assertThat(state).isEqualTo("28P01");
    }

    @Test
    void severalMigrationsAtOnceApplyEveryStepOnce() throws Exception {
        PostgresServer server = SharedServers.postgres();
        try (TestDatabase database = server.createEmptyDatabase();
                ExecutorService starters = Executors.newFixedThreadPool(4)) {
            Callable<Integer> migration =
                    () -> SchemaMigration.run(database.jdbcUrl(), database.password(DatabaseRole.MIGRATOR));
            int applied = 0;
            for (Future<Integer> result : starters.invokeAll(List.of(migration, migration, migration, migration))) {
                applied += result.get();
            }
            assertThat(applied).isPositive().isEqualTo(recordedMigrations(database));
        }
    }

    @Test
    void aKilledServerLeavesNoProcessAndKeepsWhatWasCommitted() throws SQLException {
        try (PostgresServer server = PostgresServer.start()) {
            execute(server, "CREATE TABLE kept AS SELECT 42 AS answer");
            List<ProcessHandle> backends =
                    ProcessHandle.of(server.pid()).orElseThrow().descendants().toList();
            server.kill();
            assertThat(backends).isNotEmpty().noneMatch(ProcessHandle::isAlive);
            server.restart();
            try (Connection connection = server.connectAsSuperuser("postgres")) {
                assertThat(text(connection, "SELECT answer FROM kept")).isEqualTo("42");
            }
        }
    }

    @Test
    void aClosedServerLeavesNoDirectory() throws SQLException {
        Path data;
        try (PostgresServer server = PostgresServer.start();
                Connection connection = server.connectAsSuperuser("postgres")) {
            data = Path.of(text(connection, "SHOW data_directory"));
            assertThat(data).exists();
        }
        assertThat(Files.exists(data.getParent())).isFalse();
    }

    private static int recordedMigrations(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect(DatabaseRole.MIGRATOR)) {
            return Integer.parseInt(text(
                    connection, "SELECT count(*) FROM flyway_schema_history WHERE success AND version IS NOT NULL"));
        }
    }

    private static void execute(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.connectAsSuperuser("postgres");
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
