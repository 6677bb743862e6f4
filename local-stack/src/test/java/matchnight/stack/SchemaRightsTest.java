package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written once stays: no role of a service may rewrite history, neither by the table nor by a partition. */
class SchemaRightsTest {

    private static final String APPEND_ONLY_TABLES_AND_THEIR_PARTITIONS = """
            WITH RECURSIVE append_only AS (
                SELECT oid FROM pg_class
                 WHERE oid IN ('bet'::regclass, 'bet_leg'::regclass, 'bet_settlement'::regclass,
                               'ledger_entry'::regclass, 'outbox'::regclass, 'idempotency'::regclass,
                               'result_event'::regclass, 'dead_letter'::regclass, 'audit_log'::regclass,
                               'result_override'::regclass, 'dead_letter_retry'::regclass, 'debt'::regclass)
                 UNION ALL
                SELECT inhrelid FROM pg_inherits JOIN append_only ON inhparent = append_only.oid
            )
            """;

    private static final String LIST_RIGHTS_TO_REWRITE = APPEND_ONLY_TABLES_AND_THEIR_PARTITIONS + """
            SELECT rolname || ' ' || right_to || ' ' || append_only.oid::regclass
              FROM append_only
             CROSS JOIN pg_roles
             CROSS JOIN unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'MAINTAIN']) AS right_to
             WHERE rolname IN ('bet_api', 'settlement_worker', 'relay', 'reader', 'maintenance')
               AND (has_table_privilege(rolname, append_only.oid, right_to)
                    OR (right_to = 'UPDATE' AND has_any_column_privilege(rolname, append_only.oid, 'UPDATE')))
            """;

    private static final String LIST_INDEXED_BALANCES = """
            SELECT indexrelid::regclass::text
              FROM pg_index
              JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
             WHERE indrelid = 'account'::regclass
               AND attname IN ('available', 'reserved', 'version', 'debt_since')
            """;

    private static TestDatabase database;

    @BeforeAll
    static void migrate() {
        database = SharedServers.postgres().createMigratedDatabase();
    }

    @AfterAll
    static void drop() {
        database.close();
    }

    @Test
    void noServiceMayRewriteAnAppendOnlyTableOrAPartitionOfIt() throws SQLException {
        assertThat(list(APPEND_ONLY_TABLES_AND_THEIR_PARTITIONS + "SELECT oid::regclass::text FROM append_only"))
                .as("twelve tables, five of them with a partition for yesterday, today and fourteen days ahead")
                .hasSize(12 + 5 * 16);
        assertThat(list(LIST_RIGHTS_TO_REWRITE)).isEmpty();
        for (String table : List.of("bet", "bet_leg", "bet_settlement")) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> execute(DatabaseRole.MAINTENANCE, "UPDATE " + table + " SET bet_id = bet_id"))
                    .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("42501"));
        }
    }

    @Test
    void noIndexReadsABalance() throws SQLException {
        assertThat(list(LIST_INDEXED_BALANCES)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE ledger_entry SET available = 0",
                "DELETE FROM ledger_entry",
                "DELETE FROM bet",
                "UPDATE bet_settlement SET returns = 0",
                "TRUNCATE outbox",
                "SELECT FROM ledger_entry FOR SHARE"
            })
    void evenTheServicesOwnRolesAreRefused(String statement) {
        for (DatabaseRole role :
                List.of(DatabaseRole.BET_API, DatabaseRole.SETTLEMENT_WORKER, DatabaseRole.MAINTENANCE)) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> execute(role, statement))
                    .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("42501"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseRole.class,
            names = {"BET_API", "SETTLEMENT_WORKER", "RELAY", "READER"})
    void everyServicesWaitsAreBoundedByItsRole(DatabaseRole role) throws SQLException {
        for (String setting :
                List.of("statement_timeout", "transaction_timeout", "idle_in_transaction_session_timeout")) {
            assertThat(show(role, setting)).as(role + " " + setting).isNotEqualTo("0");
        }
    }

    @Test
    void aDeadlockIsFoundBeforeALockTimesOut() throws SQLException {
        for (DatabaseRole role : List.of(DatabaseRole.BET_API, DatabaseRole.SETTLEMENT_WORKER)) {
            assertThat(list(role, """
                            SELECT 'deadlock_timeout is not below lock_timeout'
                             WHERE current_setting('deadlock_timeout')::interval
                                   >= current_setting('lock_timeout')::interval
                            """)).isEmpty();
        }
    }

    private static void execute(DatabaseRole role, String sql) throws SQLException {
        try (Connection connection = database.connect(role);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String show(DatabaseRole role, String setting) throws SQLException {
        return list(role, "SELECT current_setting('" + setting + "')").getFirst();
    }

    private static List<String> list(DatabaseRole role, String sql) throws SQLException {
        try (Connection connection = database.connect(role)) {
            return list(connection, sql);
        }
    }

    private static List<String> list(String sql) throws SQLException {
        try (Connection connection = database.connectAsSuperuser()) {
            return list(connection, sql);
        }
    }

    private static List<String> list(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }
}
