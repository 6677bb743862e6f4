package matchnight.bets.relay;

import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How old the oldest committed row is that the cursor has not passed, looked up about once a second by every relay, leading
 * or not.
 *
 * <p>While nobody can look (the database is away, or a send blocks), a row that was pending goes on ageing.
 */
final class OutboxAge {

    private static final long SAMPLE_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long STALE_AFTER_NANOS = Duration.ofSeconds(3).toNanos();
    private static final double NANOS_IN_A_SECOND = 1e9;

    private static final String READ_OLDEST_AGE_SECONDS = """
            SELECT coalesce((
                       SELECT greatest(extract(epoch FROM clock_timestamp() - outbox.written_at), 0.001)
                         FROM outbox
                        WHERE outbox_id > relay_cursor.last_outbox_id
                          AND written_on >= relay_cursor.last_written_on - 1
                        ORDER BY outbox_id
                        LIMIT 1), 0)::float8
              FROM relay_cursor
             WHERE relay = :relay
            """;

    private final JdbcClient database;
    private volatile Sample sample = new Sample(Double.NaN, System.nanoTime() - SAMPLE_INTERVAL_NANOS);

    OutboxAge(DataSource dataSource) {
        this.database = JdbcClient.create(dataSource);
    }

    /** Looks, unless it has within the last second. */
    void sampleIfDue() {
        if (sample.ageNanos() >= SAMPLE_INTERVAL_NANOS) {
            sample();
        }
    }

    private void sample() {
        double seconds = database.sql(READ_OLDEST_AGE_SECONDS)
                .param("relay", RelayCursor.NAME)
                .query(Double.class)
                .single();
        sample = new Sample(seconds, System.nanoTime());
    }

    /** 0 when nothing is pending; not a number before the first look. */
    double seconds() {
        Sample newest = sample;
        boolean goesOnAgeing = newest.seconds() > 0 && newest.ageNanos() > STALE_AFTER_NANOS;
        return goesOnAgeing ? newest.seconds() + newest.ageNanos() / NANOS_IN_A_SECOND : newest.seconds();
    }

    private record Sample(double seconds, long takenAtNanos) {
        long ageNanos() {
            return System.nanoTime() - takenAtNanos;
        }
    }
}
