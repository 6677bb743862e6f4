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
 * Looks whether placements wait for locks, and lets settlement's batches shrink while they do. Published
 * as {@code placement_lock_waiters}.
 *
 * <p>Whom they wait for is not asked: that costs more than a smaller batch.
 */
final class PlacementWaits {

    private static final String COUNT_WAITING_FOR_ROWS = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE usename = ANY (?)
               AND wait_event_type = 'Lock'
               AND wait_event IN ('transactionid', 'tuple')
            """;

    private final DataSource dataSource;
    private final BatchSize size;
    private volatile int waiting;

    PlacementWaits(DataSource dataSource, BatchSize size, MeterRegistry registry) {
        this.dataSource = dataSource;
        this.size = size;
        Gauge.builder("placement_lock_waiters", this, waits -> waits.waiting)
                .description("Sessions of placement that wait for a row, as settlement saw it last")
                .register(registry);
    }

    /** Counts who waits now, and lets batches shrink if somebody does. */
    void look() throws SQLException {
        waiting = count();
        if (waiting > 0) {
            size.giveWay();
        }
    }

    private int count() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(COUNT_WAITING_FOR_ROWS)) {
            statement.setArray(1, connection.createArrayOf("text", PlacingRoles.NAMES.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
