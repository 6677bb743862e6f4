package matchnight.settlement.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import matchnight.ledger.barrier.PlacingRoles;

/**
 * The sessions of those who place bets, as the server shows them. Each look is a transaction of its own: within one the view
 * would not change.
 */
public final class PlacingSessions {

    // A pool asks whether its connection lives by an empty query, and a health check does so every few seconds.
    private static final String LOOK = """
            SELECT count(*) FILTER (WHERE wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')) AS waiting,
                   coalesce(bool_or(state <> 'idle' OR state_change > clock_timestamp() - interval '1 second'), false)
                       AS placing
              FROM pg_stat_activity
             WHERE usename = ANY (?)
               AND datname = current_database()
               AND query <> ''
            """;

    private static final String COUNT_HELD_UP = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE usename = ANY (?)
               AND ((wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple'))
                    OR (state = 'active' AND query_start < clock_timestamp() - ? * interval '1 millisecond'))
            """;

    private final DataSource dataSource;

    /** Through connections of a role that sees the sessions of others. */
    public PlacingSessions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * What they were at.
     *
     * @param waiting sessions that wait for a row
     * @param placing whether any has done something within the last second
     */
    public record Seen(int waiting, boolean placing) {}

    /** Looks at those of this database. */
    public Seen look() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = ofPlacingRoles(connection, LOOK);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Seen(row.getInt("waiting"), row.getBoolean("placing"));
        }
    }

    /**
     * Whether any of the whole server waits for a row, or is at a statement for longer than {@code slow}: the processors and
     * the disk are shared by all databases.
     */
    public boolean isAnybodyHeldUp(Duration slow) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = ofPlacingRoles(connection, COUNT_HELD_UP)) {
            statement.setLong(2, slow.toMillis());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1) > 0;
            }
        }
    }

    private static PreparedStatement ofPlacingRoles(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setArray(1, connection.createArrayOf("text", PlacingRoles.NAMES.toArray()));
        return statement;
    }
}
