package matchnight.settlement.maintenance;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import matchnight.settlement.logging.BoundedLog;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Observes how long the oldest open transaction of each role has been open, as {@code database_oldest_transaction_seconds}. No
 * dead row that it might still see can be cleared away, so a forgotten one slows down whatever is read and updated often.
 *
 * <p>Transactions in other databases of the server hold back nothing here and are not counted.
 */
@Component
final class OldestTransaction implements SmartLifecycle {

    private static final List<String> ROLES =
            List.of("bet_api", "settlement_worker", "relay", "reader", "maintenance", "migrator");

    /** Whoever else is logged in: an operator, a backup. */
    private static final String OTHERS = "other";

    private static final String READ_OLDEST_BY_ROLE = """
            SELECT CASE WHEN usename = ANY (?) THEN usename ELSE ? END AS role,
                   max(extract(epoch FROM clock_timestamp() - xact_start))::float8 AS seconds
              FROM pg_stat_activity
             WHERE datname = current_database()
               AND backend_type = 'client backend'
               AND xact_start IS NOT NULL
               AND pid <> pg_backend_pid()
             GROUP BY 1
            """;

    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final long STALE_AFTER_NANOS = INTERVAL.multipliedBy(3).toNanos();
    private static final double NANOS_IN_A_SECOND = 1e9;

    private final DataSource database;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(OldestTransaction.class));
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("oldest-transaction").daemon().factory());
    private volatile Look newest = new Look(Map.of(), System.nanoTime());
    private volatile boolean running;

    private record Look(Map<String, Double> secondsByRole, long takenAtNanos) {

        long ageNanos() {
            return System.nanoTime() - takenAtNanos;
        }
    }

    /**
     * Looks at nothing before it is started.
     *
     * @param database connections of a role that sees the sessions of others
     */
    OldestTransaction(@Qualifier("maintenanceDataSource") DataSource database, MeterRegistry registry) {
        this.database = database;
        ROLES.forEach(role -> register(role, registry));
        register(OTHERS, registry);
    }

    private void register(String role, MeterRegistry registry) {
        Gauge.builder("database_oldest_transaction_seconds", this, oldest -> oldest.seconds(role))
                .description(
                        "How long the role's oldest transaction has been open, 0 without one; vacuum clears nothing"
                                + " that it might still see")
                .tag("role", role)
                .strongReference(true)
                .register(registry);
    }

    /** As of the newest look; while none succeeds, what was open then goes on ageing. */
    double seconds(String role) {
        Look look = newest;
        double seconds = look.secondsByRole().getOrDefault(role, 0.0);
        return seconds > 0 && look.ageNanos() > STALE_AFTER_NANOS
                ? seconds + look.ageNanos() / NANOS_IN_A_SECOND
                : seconds;
    }

    // What is thrown out of here would end the schedule.
    private void lookAgain() {
        try {
            look();
        } catch (SQLException | RuntimeException silent) {
            log.warn("The open transactions cannot be read: {}", silent.toString());
        }
    }

    void look() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_OLDEST_BY_ROLE)) {
            statement.setArray(1, connection.createArrayOf("name", ROLES.toArray()));
            statement.setString(2, OTHERS);
            try (ResultSet row = statement.executeQuery()) {
                Map<String, Double> secondsByRole = new HashMap<>();
                while (row.next()) {
                    secondsByRole.put(row.getString("role"), row.getDouble("seconds"));
                }
                newest = new Look(Map.copyOf(secondsByRole), System.nanoTime());
            }
        }
    }

    @Override
    public void start() {
        running = true;
        var _ = executor.scheduleWithFixedDelay(this::lookAgain, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        running = false;
        executor.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
