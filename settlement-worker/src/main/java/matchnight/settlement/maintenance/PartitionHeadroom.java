package matchnight.settlement.maintenance;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.SortedMap;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * How many days ahead of today each partitioned table can take rows: {@code partition_headroom_days} by table, and the health
 * component {@code partitions}, which is down while a table has fewer than {@value #LOW_DAYS}. Known as of the newest look.
 */
@Component("partitionsHealthIndicator")
final class PartitionHeadroom implements HealthIndicator {

    /** In the order in which they are created. */
    static final List<String> TABLES = List.of("bet", "bet_leg", "bet_settlement", "ledger_entry", "outbox");

    private static final int LOW_DAYS = 3;

    private volatile SortedMap<String, Integer> daysByTable = new java.util.TreeMap<>();

    PartitionHeadroom(MeterRegistry registry) {
        TABLES.forEach(table -> Gauge.builder("partition_headroom_days", this, headroom -> headroom.days(table))
                .description("Days after today that have a partition without a hole; -1 where today has none")
                .tag("table", table)
                .strongReference(true)
                .register(registry));
    }

    private double days(String table) {
        Integer days = daysByTable.get(table);
        return days == null ? Double.NaN : days;
    }

    void note(SortedMap<String, Integer> newest) {
        daysByTable = newest;
    }

    /** Whether a table is about to run out of days, as far as is known. */
    boolean isLow() {
        return daysByTable.values().stream().anyMatch(days -> days < LOW_DAYS);
    }

    @Override
    public Health health() {
        Health.Builder health = daysByTable.isEmpty() ? Health.unknown() : isLow() ? Health.down() : Health.up();
        return health.withDetail("daysAhead", daysByTable).build();
    }

    @Override
    public String toString() {
        return daysByTable.toString();
    }
}
