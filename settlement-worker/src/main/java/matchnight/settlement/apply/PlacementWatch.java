package matchnight.settlement.apply;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import javax.sql.DataSource;
import matchnight.settlement.database.PlacingSessions;

/**
 * Looks whether anybody places, and whether placements wait for locks: settlement's batches may be longer while nobody does,
 * and shrink while they wait. Published as {@code placement_lock_waiters}.
 *
 * <p>Whom they wait for is not asked: that costs more than a smaller batch.
 */
final class PlacementWatch {

    private final PlacingSessions sessions;
    private final Pace pace;
    private volatile int waiting;

    PlacementWatch(DataSource dataSource, Pace pace, MeterRegistry registry) {
        this.sessions = new PlacingSessions(dataSource);
        this.pace = pace;
        Gauge.builder("placement_lock_waiters", this, watch -> watch.waiting)
                .description("Sessions of placement that wait for a row, as settlement saw it last")
                .register(registry);
    }

    /** Looks once, and tells the pace what it saw. */
    void look() throws SQLException {
        PlacingSessions.Seen seen = sessions.look();
        waiting = seen.waiting();
        pace.placing(seen.placing(), waiting > 0);
    }
}
