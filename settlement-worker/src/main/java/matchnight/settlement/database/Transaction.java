package matchnight.settlement.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs work in one transaction on one connection: committed when the work returns, rolled back when it throws. */
public final class Transaction {

    /** What is done within a transaction. */
    @FunctionalInterface
    public interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    private Transaction() {}

    /**
     * Runs the work and commits.
     *
     * @throws SQLException if the work or the commit failed; a failed commit may have happened all the same
     */
    public static <T> T run(DataSource dataSource, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            T result;
            try {
                result = work.in(connection);
            } catch (Throwable failure) {
                rollBack(connection, failure);
                throw failure;
            }
            connection.commit();
            return result;
        }
    }

    private static void rollBack(Connection connection, Throwable failure) {
        try {
            connection.rollback();
        } catch (SQLException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }
}
