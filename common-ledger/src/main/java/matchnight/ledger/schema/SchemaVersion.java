package matchnight.ledger.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Compares the schema's version with the newest migration that this build carries. */
public final class SchemaVersion {

    private static final String READ_NEWEST_APPLIED = """
            SELECT version
              FROM flyway_schema_history
             WHERE success AND version IS NOT NULL
             ORDER BY installed_rank DESC
             LIMIT 1
            """;

    private SchemaVersion() {}

    /** The version of the newest migration in this build. */
    public static String required() {
        try (InputStream resource = SchemaVersion.class.getResourceAsStream("/db/required-version")) {
            if (resource == null) {
                throw new IllegalStateException("This build carries no /db/required-version");
            }
            return new String(resource.readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Returns if the schema is at the required version.
     *
     * @throws SchemaMismatchException if the schema is behind this build or ahead of it, or was never migrated
     */
    public static void verify(DataSource dataSource) throws SQLException {
        String found = newestApplied(dataSource);
        if (!found.equals(required())) {
            throw new SchemaMismatchException(required(), found);
        }
    }

    private static String newestApplied(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_NEWEST_APPLIED);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getString(1) : "none";
        } catch (SQLException unreadable) {
            if ("42P01".equals(unreadable.getSQLState()) || "42501".equals(unreadable.getSQLState())) {
                return "none";
            }
            throw unreadable;
        }
    }
}
