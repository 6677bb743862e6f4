package matchnight.settlement.diagnosis.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import matchnight.settlement.diagnosis.Readings.Role;
import matchnight.settlement.diagnosis.Readings.Sessions;
import matchnight.settlement.diagnosis.Readings.Wait;

/**
 * What sessions do, over a short series: one sample says little of waits of milliseconds. Each sample is a statement in a
 * transaction of its own, since a transaction keeps what it first saw of the sessions.
 */
final class SessionSamples {

    private static final String SAMPLE = """
            SELECT coalesce(usename, '') AS role, coalesce(state, '') AS state, wait_event_type, wait_event,
                   coalesce(datname = current_database(), false) AS here, count(*) AS sessions
              FROM pg_stat_activity
             WHERE backend_type = 'client backend'
               AND pid <> pg_backend_pid()
             GROUP BY 1, 2, 3, 4, 5
            """;

    private static final String MOST_CONNECTIONS = "SELECT current_setting('max_connections')::integer";

    private final Map<List<String>, Double> waits = new TreeMap<>(java.util.Comparator.comparing(List::toString));
    private final Map<String, double[]> roles = new TreeMap<>();
    private int samples;
    private double connections;
    private double active;
    private double onProcessor;
    private double idleInTransaction;

    /** Takes a sample; tells whether anybody here waits for a lock. */
    boolean take(Connection connection) throws SQLException {
        boolean seesLockWaits = false;
        try (PreparedStatement statement = connection.prepareStatement(SAMPLE);
                ResultSet row = statement.executeQuery()) {
            samples++;
            while (row.next()) {
                seesLockWaits |= add(row);
            }
        }
        return seesLockWaits;
    }

    private boolean add(ResultSet row) throws SQLException {
        double sessions = row.getDouble("sessions");
        String state = row.getString("state");
        String type = row.getString("wait_event_type");
        boolean isActive = state.equals("active");
        boolean isIdleInTransaction = state.startsWith("idle in transaction");
        connections += sessions;
        active += isActive ? sessions : 0;
        onProcessor += isActive && type == null ? sessions : 0;
        idleInTransaction += isIdleInTransaction ? sessions : 0;
        if (!row.getBoolean("here")) {
            return false;
        }
        String role = row.getString("role");
        double[] sums = roles.computeIfAbsent(role, _ -> new double[2]);
        sums[0] += isActive ? sessions : 0;
        sums[1] += isIdleInTransaction ? sessions : 0;
        if (isActive && type != null) {
            waits.merge(List.of(role, type, row.getString("wait_event")), sessions, Double::sum);
        }
        return isActive && "Lock".equals(type);
    }

    /** The means over what was taken. */
    Sessions toSessions(Connection connection, double databaseCores) throws SQLException {
        List<Wait> meanWaits = new ArrayList<>();
        waits.forEach((key, sum) -> meanWaits.add(new Wait(key.get(0), key.get(1), key.get(2), mean(sum))));
        List<Role> meanRoles = new ArrayList<>();
        roles.forEach((role, sums) -> meanRoles.add(new Role(role, mean(sums[0]), mean(sums[1]))));
        return new Sessions(
                samples,
                databaseCores,
                mostConnections(connection),
                mean(connections),
                mean(active),
                mean(onProcessor),
                mean(idleInTransaction),
                meanWaits,
                meanRoles);
    }

    private double mean(double sum) {
        return Math.round(100 * sum / Math.max(1, samples)) / 100.0;
    }

    private static int mostConnections(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MOST_CONNECTIONS);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
