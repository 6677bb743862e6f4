package matchnight.ledger.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** One transaction on one connection: commits what its work leaves, rolls back when the work throws. */
public final class Transaction {

    /** What runs inside. It neither commits nor asks for a second connection. */
    public interface Work<T extends @org.jspecify.annotations.Nullable Object> {
        T run(Connection connection) throws SQLException;
    }

    private Transaction() {}

    /**
     * Runs the work and commits.
     *
     * @throws SQLException what the work or the commit threw; while the commit was outstanding its outcome is unknown
     */
    public static <T extends @org.jspecify.annotations.Nullable Object> T run(DataSource dataSource, Work<T> work)
            throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            T result = runOrRollBack(connection, work);
            connection.commit();
            return result;
        }
    }

    private static <T extends @org.jspecify.annotations.Nullable Object> T runOrRollBack(
            Connection connection, Work<T> work) throws SQLException {
        try {
            return work.run(connection);
        } catch (SQLException | RuntimeException failure) {
            rollBack(connection, failure);
            throw failure;
        }
    }

    private static void rollBack(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException broken) {
            // The session is gone and its transaction with it.
            cause.addSuppressed(broken);
        }
    }
}
