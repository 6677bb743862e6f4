package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Migrations that meet one another, and such as cannot be applied in order. */
@Timeout(120)
class SchemaMigrationTest {

    private static final String OURS = "classpath:db/migrations";
    private static final int INSTANCES = 3;

    private final TestDatabase database = SharedServers.postgres().createEmptyDatabase();

    @TempDir
    private Path more;

    @AfterEach
    void drop() {
        database.close();
    }

    private int migrate(String target, String... locations) {
        return SchemaMigration.run(database.jdbcUrl(), database.password(DatabaseRole.MIGRATOR), target, locations);
    }

    private String also() {
        return "filesystem:" + more;
    }

    private void file(String name, String sql) throws IOException {
        Files.writeString(more.resolve(name), sql);
    }

    /** On nothing at all, and one version behind; the newest version builds an index beside traffic. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "900"})
    void threeAtOnceMakeOneHistoryAndNoInvalidIndex(String before) throws Exception {
        file(
                "V900__table.sql",
                "CREATE TABLE sample (n integer); INSERT INTO sample SELECT generate_series(1, 100000);");
        file("V901__index.sql", "CREATE INDEX CONCURRENTLY sample_by_n ON sample (n);");
        if (!before.equals("0")) {
            migrate(before, OURS, also());
        }
        long applied =
                before.equals("0") ? 0 : number("SELECT count(*) FROM flyway_schema_history WHERE version IS NOT NULL");

        try (ExecutorService instances = Executors.newFixedThreadPool(INSTANCES)) {
            Callable<Integer> instance = () -> migrate("latest", OURS, also());
            int executed = 0;
            for (Future<Integer> done : instances.invokeAll(Collections.nCopies(INSTANCES, instance))) {
                executed += done.get();
            }
            assertThat(executed + applied)
                    .isEqualTo(number("SELECT count(*) FROM flyway_schema_history WHERE version IS NOT NULL"));
        }
        assertThat(
                        texts(
                                "SELECT version FROM flyway_schema_history WHERE version IS NOT NULL GROUP BY 1 HAVING count(*) > 1"))
                .isEmpty();
        assertThat(number("SELECT count(*) FROM flyway_schema_history WHERE NOT success"))
                .isZero();
        assertThat(texts("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid"))
                .isEmpty();
        assertThat(number("SELECT count(*) FROM pg_class WHERE relname = 'sample_by_n'"))
                .isOne();
    }

    @Test
    void aFileThatCameAfterAHigherNumberIsRefusedByNameAndNothingIsChanged() throws Exception {
        file("V901__later.sql", "CREATE TABLE later (n integer)");
        migrate("latest", OURS, also());
        file("V900__earlier.sql", "CREATE TABLE earlier (n integer)");
        file("V902__newest.sql", "CREATE TABLE newest (n integer)");
        List<String> before = everything();

        assertThatExceptionOfType(StackFailure.class)
                .isThrownBy(() -> migrate("latest", OURS, also()))
                .withMessageContaining("the schema migration failed")
                .withMessageContaining("not applied to database: 900");

        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void aFileThatWasChangedAfterItWasAppliedIsRefused() throws Exception {
        file("V900__table.sql", "CREATE TABLE sample (n integer)");
        migrate("latest", OURS, also());
        file("V900__table.sql", "CREATE TABLE sample (n bigint)");
        List<String> before = everything();

        assertThatExceptionOfType(StackFailure.class)
                .isThrownBy(() -> migrate("latest", OURS, also()))
                .withMessageContaining("checksum mismatch for migration version 900");

        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void aSchemaWithTablesAndNoHistoryIsRefusedAndNothingIsChanged() throws Exception {
        execute("CREATE TABLE somebody_elses (n integer)");
        List<String> before = everything();

        assertThatExceptionOfType(StackFailure.class)
                .isThrownBy(() -> migrate("latest", OURS))
                .withMessageContaining("non-empty schema")
                .withMessageContaining("no schema history table");

        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void aMigrationThatFailsLeavesNothingOfItself() throws Exception {
        migrate("latest", OURS);
        file("V900__broken.sql", "CREATE TABLE half (n integer); SELECT 1 / 0;");
        List<String> before = everything();

        assertThatExceptionOfType(StackFailure.class).isThrownBy(() -> migrate("latest", OURS, also()));

        assertThat(everything()).isEqualTo(before);
        file("V900__broken.sql", "CREATE TABLE half (n integer);");
        assertThat(migrate("latest", OURS, also())).isOne();
    }

    private List<String> everything() throws SQLException {
        return texts("""
                SELECT relkind::text || ' ' || oid::regclass FROM pg_class
                 WHERE relnamespace = 'public'::regnamespace
                 ORDER BY 1
                """);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        return Long.parseLong(texts(sql).getFirst());
    }

    private List<String> texts(String sql) throws SQLException {
        try (Connection connection = database.connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
