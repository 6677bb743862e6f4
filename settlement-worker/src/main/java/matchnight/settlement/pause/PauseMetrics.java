package matchnight.settlement.pause;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import matchnight.settlement.apply.LaneTurns;

/**
 * Publishes what people hold up, so that a backlog that grows because somebody wanted it to can be told from one that is
 * stuck. While the database does not answer, what it said last stands.
 */
final class PauseMetrics {

    private final Pauses pauses;
    private volatile Pauses.Extent newest = new Pauses.Extent(0, false);

    PauseMetrics(Pauses pauses, LaneTurns turns, MeterRegistry registry) {
        this.pauses = pauses;
        Gauge.builder("settlement_paused_markets", this, metrics -> metrics.newest.markets())
                .description("Markets that a person paused one by one")
                .strongReference(true)
                .register(registry);
        Gauge.builder("settlement_paused", this, metrics -> metrics.newest.isEverything() ? 1 : 0)
                .description("1 while a person has paused settlement as a whole")
                .strongReference(true)
                .register(registry);
        Gauge.builder("settlement_draining", turns, lanes -> lanes.drained() == null ? 0 : 1)
                .description("1 while this worker takes no turns because a person drained it")
                .strongReference(true)
                .register(registry);
    }

    /** Reads what is paused now. */
    void look() throws SQLException {
        newest = pauses.extent();
    }
}
