package matchnight.settlement.incident;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows how many incidents wait for a person, and for how long; every worker shows the same. */
final class OpenIncidents {

    private static final String READ_OPEN = """
            SELECT count(*) AS incidents,
                   coalesce(max(extract(epoch FROM clock_timestamp() - opened_at)), 0)::float8 AS oldest_seconds
              FROM incident
             WHERE resolved_at IS NULL
            """;

    private final DataSource reader;
    private volatile Size newest = new Size(0, 0);

    private record Size(long incidents, double oldestSeconds) {}

    OpenIncidents(DataSource reader, MeterRegistry registry) {
        this.reader = reader;
        Gauge.builder("incidents_open", this, open -> open.newest.incidents())
                .description("Incidents that no person has decided yet, whatever their kind")
                .strongReference(true)
                .register(registry);
        Gauge.builder("incidents_open_oldest_seconds", this, open -> open.newest.oldestSeconds())
                .description("Since when the oldest open incident waits; 0 without one")
                .strongReference(true)
                .register(registry);
    }

    void look() throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_OPEN);
                ResultSet row = statement.executeQuery()) {
            row.next();
            newest = new Size(row.getLong("incidents"), row.getDouble("oldest_seconds"));
        }
    }

    /** Looks every few seconds. */
    @Configuration
    static class Count {

        private static final Duration INTERVAL = Duration.ofSeconds(5);

        @Bean
        RepeatedWork openIncidentCount(@Qualifier("readerDataSource") DataSource reader, MeterRegistry registry) {
            OpenIncidents incidents = new OpenIncidents(reader, registry);
            return new RepeatedWork("open-incident-count", INTERVAL, incidents::look, registry);
        }
    }
}
