package matchnight.settlement.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.Statement;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.Test;

class ReplicationTest {

    private static final String SLOT = "nobody_reads_it";

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void aSlotThatNobodyReadsIsSeenWithTheLogThatItKeeps() throws Exception {
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase();
                Connection superuser = database.connectAsSuperuser();
                Statement statement = superuser.createStatement()) {
            Replication replication = new Replication(database.dataSource(DatabaseRole.MAINTENANCE), registry);
            replication.look();
            double slots = value("database_replication_slots_inactive");
            double reserved = reserved();
            assertThat(value("database_replica_lag_seconds")).isZero();
            assertThat(value("database_standbys")).isZero();

            statement.execute("SELECT pg_create_physical_replication_slot('%s', true)".formatted(SLOT));
            try {
                statement.execute("SELECT pg_logical_emit_message(false, 'replication-test', repeat('x', 100000))");
                replication.look();
                assertThat(value("database_replication_slots_inactive")).isEqualTo(slots + 1);
                assertThat(reserved()).isEqualTo(reserved + 1);
                assertThat(value("database_replication_slot_retained_bytes")).isGreaterThan(100_000);
                assertThat(value("database_replication_slot_safe_bytes"))
                        .as("max_slot_wal_keep_size is not set here")
                        .isInfinite();
            } finally {
                statement.execute("SELECT pg_drop_replication_slot('%s')".formatted(SLOT));
            }
            replication.look();
            assertThat(value("database_replication_slots_inactive")).isEqualTo(slots);
        }
    }

    private double reserved() {
        return registry.get("database_replication_slots")
                .tag("wal_status", "reserved")
                .gauge()
                .value();
    }

    private double value(String gauge) {
        return registry.get(gauge).gauge().value();
    }
}
