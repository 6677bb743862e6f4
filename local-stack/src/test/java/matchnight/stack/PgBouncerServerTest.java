package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import matchnight.stack.testing.InstalledPgBouncer;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PgBouncerServerTest {

    private static final String LIST_ROLE_SETTINGS = """
            SELECT name || '=' || setting
              FROM pg_settings
             WHERE name IN ('lock_timeout', 'statement_timeout', 'transaction_timeout',
                            'idle_in_transaction_session_timeout', 'default_transaction_read_only')
             ORDER BY name
            """;

    @SuppressWarnings("NullAway.Init")
    private static TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private static PgBouncerServer pooler;

    @BeforeAll
    static void start() {
        Optional<PgBouncerProgram> program = InstalledPgBouncer.find();
        assumeTrue(program.isPresent(), InstalledPgBouncer.MISSING);
        database = SharedServers.postgres().createMigratedDatabase();
        pooler = PgBouncerServer.start(program.get(), SharedServers.postgres(), Map.of("default_pool_size", "1"));
    }

    @AfterAll
    static void stop() {
        if (pooler != null) {
            pooler.close();
            database.close();
        }
    }

    /** What ALTER ROLE sets belongs to the role that logs in to the server, which the pooler does not change. */
    @ParameterizedTest
    @EnumSource(value = DatabaseRole.class, mode = EnumSource.Mode.EXCLUDE, names = "MIGRATOR")
    void theRolesLimitsHoldThroughThePooler(DatabaseRole role) throws SQLException {
        try (Connection pooled = pooler.connect(database, role);
                Connection direct = database.connect(role)) {
            assertThat(list(pooled, LIST_ROLE_SETTINGS)).hasSize(5).isEqualTo(list(direct, LIST_ROLE_SETTINGS));
            assertThat(list(pooled, "SELECT current_user::text")).containsExactly(role.roleName());
        }
    }

    /** With one server connection two clients share it, transaction by transaction. */
    @Test
    void clientsShareAServerConnectionBetweenTransactions() throws SQLException {
        try (Connection one = pooler.connect(database, DatabaseRole.READER);
                Connection other = pooler.connect(database, DatabaseRole.READER)) {
            List<String> first = list(one, "SELECT pg_backend_pid()::text");
            assertThat(list(other, "SELECT pg_backend_pid()::text")).isEqualTo(first);
        }
    }

    @Test
    void everyClientIsSeenUnderItsOwnApplicationName() throws SQLException {
        try (Connection one = pooler.connect(database, DatabaseRole.READER);
                Connection other = pooler.connect(database, DatabaseRole.READER)) {
            one.setClientInfo("ApplicationName", "one");
            other.setClientInfo("ApplicationName", "other");
            for (int turn = 0; turn < 2; turn++) {
                assertThat(list(one, "SHOW application_name")).containsExactly("one");
                assertThat(list(other, "SHOW application_name")).containsExactly("other");
            }
        }
    }

    /** A portal lives as long as its transaction, which keeps its server connection: nobody else's is met. */
    @Test
    void clientsThatReadThroughCursorsDoNotMeet() throws SQLException {
        try (Connection one = pooler.connect(database, DatabaseRole.READER);
                Connection other = pooler.connect(database, DatabaseRole.READER)) {
            for (int turn = 0; turn < 8; turn++) {
                assertThat(countByCursor(one)).isEqualTo(50);
                assertThat(countByCursor(other)).isEqualTo(50);
            }
        }
    }

    private static int countByCursor(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement("SELECT generate_series(1, ?)")) {
            statement.setFetchSize(7);
            statement.setInt(1, 50);
            int rows = 0;
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows++;
                }
            }
            connection.commit();
            return rows;
        }
    }

    @Test
    void aWrongPasswordIsRefused() {
        assertThatThrownBy(() -> DriverManager.getConnection(pooler.jdbcUrl(database), "reader", "wrong")
                        .close())
                .isInstanceOf(SQLException.class);
    }

    private static List<String> list(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
