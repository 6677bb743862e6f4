package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** Who reconciles: one worker at a time, by the database's clock. */
final class RunLease {

    private static final String TAKE_IF_FREE = """
            UPDATE reconciliation
               SET lease_owner = ?,
                   lease_epoch = lease_epoch + 1,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond'
             WHERE lease_until < clock_timestamp() OR lease_owner = ?
            RETURNING lease_epoch
            """;

    private static final String KEEP = """
            UPDATE reconciliation
               SET lease_until = clock_timestamp() + ? * interval '1 millisecond'
             WHERE lease_owner = ?
               AND lease_epoch = ?
            """;

    private static final String FREE = """
            UPDATE reconciliation SET lease_until = '-infinity' WHERE lease_owner = ? AND lease_epoch = ?
            """;

    private final DataSource dataSource;
    private final String owner;
    private final Duration length;

    RunLease(DataSource dataSource, String owner, Duration length) {
        this.dataSource = dataSource;
        this.owner = owner;
        this.length = length;
    }

    /** The epoch of a new term; empty while another worker has the lease. */
    OptionalLong takeIfFree() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(TAKE_IF_FREE)) {
            statement.setString(1, owner);
            statement.setLong(2, length.toMillis());
            statement.setString(3, owner);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** Gives the term its full length again. */
    void keep(long epoch) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            keepIn(connection, epoch);
        }
    }

    /**
     * The same in the caller's transaction, which then cannot commit beside another worker's.
     *
     * @throws LeaseLostException if the term has ended
     */
    void keepIn(Connection connection, long epoch) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(KEEP)) {
            statement.setLong(1, length.toMillis());
            statement.setString(2, owner);
            statement.setLong(3, epoch);
            if (statement.executeUpdate() != 1) {
                throw new LeaseLostException(epoch);
            }
        }
    }

    /** Ends the term, if it has not ended. */
    void free(long epoch) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(FREE)) {
            statement.setString(1, owner);
            statement.setLong(2, epoch);
            statement.executeUpdate();
        }
    }
}
