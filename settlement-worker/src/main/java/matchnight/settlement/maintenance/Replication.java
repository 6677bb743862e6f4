package matchnight.settlement.maintenance;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import javax.sql.DataSource;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What replication slots and standbys cost and risk, over all of them: a slot that nobody reads keeps the log until the disk is
 * full, or loses what its reader still needs. No slot has a series of its own, so that there are never more than these.
 *
 * <p>While the database does not answer, what it said last stands, and {@code background_failures_total} rises.
 */
final class Replication {

    /** The values of {@code pg_replication_slots.wal_status}, from harmless to lost. */
    private static final List<String> WAL_STATUSES = List.of("reserved", "extended", "unreserved", "lost");

    private static final String READ_REPLICATION = """
            SELECT (SELECT array_agg((SELECT count(*) FROM pg_replication_slots WHERE wal_status = status.name)
                                     ORDER BY status.place)
                      FROM unnest(?::text[]) WITH ORDINALITY AS status (name, place)) AS slots,
                   (SELECT count(*) FROM pg_replication_slots WHERE NOT active) AS inactive_slots,
                   (SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8
                      FROM pg_replication_slots) AS retained_bytes,
                   (SELECT coalesce(min(safe_wal_size), 'Infinity'::float8) FROM pg_replication_slots) AS safe_bytes,
                   (SELECT count(*) FROM pg_stat_replication) AS standbys,
                   (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 FROM pg_stat_replication) AS lag_seconds
            """;

    private final DataSource database;
    private volatile Reading newest = new Reading(List.of(0L, 0L, 0L, 0L), 0, 0, Double.POSITIVE_INFINITY, 0, 0);

    /** As {@link #READ_REPLICATION} names them; slots in the order of {@link #WAL_STATUSES}. */
    private record Reading(
            List<Long> slots,
            long inactiveSlots,
            double retainedBytes,
            double safeBytes,
            long standbys,
            double lagSeconds) {}

    Replication(DataSource database, MeterRegistry registry) {
        this.database = database;
        for (int place = 0; place < WAL_STATUSES.size(); place++) {
            int status = place;
            gauge("database_replication_slots", reading -> reading.slots().get(status))
                    .description("Replication slots by what became of the log that they need")
                    .tag("wal_status", WAL_STATUSES.get(status))
                    .register(registry);
        }
        gauge("database_replication_slots_inactive", Reading::inactiveSlots)
                .description("Replication slots that nobody reads at present")
                .register(registry);
        gauge("database_replication_slot_retained_bytes", Reading::retainedBytes)
                .description("The most log that a replication slot keeps, 0 without slots")
                .register(registry);
        gauge("database_replication_slot_safe_bytes", Reading::safeBytes)
                .description(
                        "The least log that may still be written before a slot loses what it needs; +Inf without a limit")
                .register(registry);
        gauge("database_standbys", Reading::standbys)
                .description("Standbys and other receivers of the log that are connected")
                .register(registry);
        gauge("database_replica_lag_seconds", Reading::lagSeconds)
                .description(
                        "From a commit to its replay on the standby that is farthest behind, 0 without standbys or writes")
                .register(registry);
    }

    private Gauge.Builder<Replication> gauge(String name, ToDoubleFunction<Reading> value) {
        return Gauge.builder(name, this, replication -> value.applyAsDouble(replication.newest))
                .strongReference(true);
    }

    void look() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_REPLICATION)) {
            statement.setArray(1, connection.createArrayOf("text", WAL_STATUSES.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                newest = new Reading(
                        List.of((Long[]) row.getArray("slots").getArray()),
                        row.getLong("inactive_slots"),
                        row.getDouble("retained_bytes"),
                        row.getDouble("safe_bytes"),
                        row.getLong("standbys"),
                        row.getDouble("lag_seconds"));
            }
        }
    }

    /** Looks every few seconds. */
    @Configuration
    static class Watch {

        private static final Duration INTERVAL = Duration.ofSeconds(5);

        @Bean
        RepeatedWork replicationWatch(@Qualifier("maintenanceDataSource") DataSource database, MeterRegistry registry) {
            Replication replication = new Replication(database, registry);
            return new RepeatedWork("replication-watch", INTERVAL, replication::look, registry);
        }
    }
}
