package matchnight.ledger.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
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

    private static final int MOST_WAIT_SECONDS = 20;
    private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();

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
     * Returns if the schema is at the required version. Waits a while for a database that is still coming up.
     *
     * @throws SchemaMismatchException if the schema is behind this build or ahead of it, or was never migrated
     * @throws SQLException if the database could not be asked within {@value #MOST_WAIT_SECONDS} seconds
     */
    public static void verify(DataSource dataSource) throws SQLException {
        String found = newestAppliedOnceReachable(dataSource);
        if (!found.equals(required())) {
            throw new SchemaMismatchException(required(), found);
        }
    }

    private static String newestAppliedOnceReachable(DataSource dataSource) throws SQLException {
        long deadlineNanos =
                System.nanoTime() + Duration.ofSeconds(MOST_WAIT_SECONDS).toNanos();
        while (true) {
            try {
                return newestApplied(dataSource);
            } catch (SQLException failure) {
                if (!isUnreachable(failure) || System.nanoTime() - deadlineNanos > 0) {
                    throw failure;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static boolean isUnreachable(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLTransientConnectionException
                || state == null
                || state.startsWith("08")
                || state.startsWith("57P");
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
