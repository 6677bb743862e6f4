package matchnight.settlement.ops;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import matchnight.ledger.barrier.PlacingRoles;
import org.jspecify.annotations.Nullable;

/** Reads who waits in the database, cheaply enough for every second. */
final class DatabaseWaits {

    private static final String READ_WAITS = """
            SELECT count(*) FILTER (WHERE usename = ANY (?) AND wait_event_type = 'Lock') AS lock_waiters,
                   coalesce(max(extract(epoch FROM clock_timestamp() - xact_start))
                            FILTER (WHERE datname = current_database() AND backend_type = 'client backend'
                                      AND pid <> pg_backend_pid()), 0)::float8 AS oldest_transaction,
                   (SELECT max(extract(epoch FROM coalesce(replay_lag, '0')))::float8 FROM pg_stat_replication) AS replica_lag
              FROM pg_stat_activity
            """;

    private final DataSource database;

    /** Through connections of a role that sees the sessions of others. */
    DatabaseWaits(DataSource database) {
        this.database = database;
    }

    /**
     * Who waits.
     *
     * @param lockWaiters sessions of placement
     * @param replicaLagSeconds null without a standby
     */
    record Waits(
            double lockWaiters,
            double oldestTransactionSeconds,
            @Nullable Double replicaLagSeconds) {}

    Waits read() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_WAITS)) {
            statement.setArray(1, connection.createArrayOf("text", PlacingRoles.NAMES.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                double lag = row.getDouble("replica_lag");
                Double replicaLag = row.wasNull() ? null : lag;
                return new Waits(row.getDouble("lock_waiters"), row.getDouble("oldest_transaction"), replicaLag);
            }
        }
    }
}
