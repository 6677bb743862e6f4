package matchnight.settlement.apply;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import matchnight.ledger.barrier.PlacingRoles;

/**
 * Looks whether anybody places, and whether placements wait for locks: settlement's batches may be longer while nobody does,
 * and shrink while they wait. Published as {@code placement_lock_waiters}.
 *
 * <p>Whom they wait for is not asked: that costs more than a smaller batch.
 */
final class PlacementWatch {

    // A pool asks whether its connection lives by an empty query, and a health check does so every few seconds.
    private static final String LOOK = """
            SELECT count(*) FILTER (WHERE wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')) AS waiting,
                   coalesce(bool_or(state <> 'idle' OR state_change > clock_timestamp() - interval '1 second'), false)
                       AS placing
              FROM pg_stat_activity
             WHERE datname = current_database()
               AND usename = ANY (?)
               AND query <> ''
            """;

    private final DataSource dataSource;
    private final Pace pace;
    private volatile int waiting;

    PlacementWatch(DataSource dataSource, Pace pace, MeterRegistry registry) {
        this.dataSource = dataSource;
        this.pace = pace;
        Gauge.builder("placement_lock_waiters", this, watch -> watch.waiting)
                .description("Sessions of placement that wait for a row, as settlement saw it last")
                .register(registry);
    }

    /** Looks once, and tells the pace what it saw. */
    void look() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(LOOK)) {
            statement.setArray(1, connection.createArrayOf("text", PlacingRoles.NAMES.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                waiting = row.getInt("waiting");
                pace.placing(row.getBoolean("placing"), waiting > 0);
            }
        }
    }
}
