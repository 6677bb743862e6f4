package matchnight.settlement.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.Statement;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.Test;

class OpenIncidentsTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void anIncidentCountsUntilAPersonHasDecided() throws Exception {
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase();
                Connection superuser = database.connectAsSuperuser();
                Statement statement = superuser.createStatement()) {
            OpenIncidents incidents = new OpenIncidents(database.dataSource(DatabaseRole.READER), registry);
            incidents.look();
            assertThat(value("incidents_open")).isZero();
            assertThat(value("incidents_open_oldest_seconds")).isZero();

            statement.execute("""
                    INSERT INTO incident (kind, subject, owner, detail, opened_at)
                    VALUES ('RESULT_CONFLICT', 'm@1', 'desk', '{}', now() - interval '1 hour'),
                           ('RESULT_CONFLICT', 'm@2', 'desk', '{}', now())
                    """);
            incidents.look();
            assertThat(value("incidents_open")).isEqualTo(2);
            assertThat(value("incidents_open_oldest_seconds")).isBetween(3_600.0, 3_700.0);

            statement.execute("""
                    UPDATE incident
                       SET resolved_at = now(), resolved_by = 'anna', decision = 'KEEP_STORED', reason = 'the feed said so'
                     WHERE subject = 'm@1'
                    """);
            incidents.look();
            assertThat(value("incidents_open")).isEqualTo(1);
            assertThat(value("incidents_open_oldest_seconds")).isLessThan(3_600);
        }
    }

    private double value(String gauge) {
        return registry.get(gauge).gauge().value();
    }
}
