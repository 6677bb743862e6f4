package matchnight.settlement.diagnosis.reading;

import java.time.Duration;
import matchnight.settlement.diagnosis.Thresholds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How a look is taken.
 *
 * @param samples of the sessions in one look, 2 to 50
 * @param sampleInterval from one sample to the next, 50 ms to 2 s
 * @param databaseCores of the database's machine; 0 for as many as this one has
 * @param thresholds from where a reading counts
 */
@ConfigurationProperties("matchnight.diagnosis")
public record ReadingSettings(
        int samples,
        Duration sampleInterval,
        int databaseCores,
        @DefaultValue Pooler pooler,
        Thresholds thresholds) {

    /**
     * PgBouncer's console.
     *
     * @param url JDBC URL of its database {@code pgbouncer}; empty without a pooler
     * @param user one of its {@code stats_users} or {@code admin_users}
     */
    public record Pooler(
            @DefaultValue("") String url,
            @DefaultValue("") String user,
            @DefaultValue("") String password) {}

    public ReadingSettings {
        if (samples < 2 || samples > 50) {
            throw new IllegalArgumentException("matchnight.diagnosis.samples is 2 to 50, not " + samples);
        }
        long millis = sampleInterval.toMillis();
        if (millis < 50 || millis > 2_000) {
            throw new IllegalArgumentException(
                    "matchnight.diagnosis.sample-interval is 50 ms to 2 s, not " + millis + " ms");
        }
        if (databaseCores < 0) {
            throw new IllegalArgumentException("matchnight.diagnosis.database-cores is not negative");
        }
    }

    double cores() {
        return databaseCores > 0 ? databaseCores : Runtime.getRuntime().availableProcessors();
    }
}
