package matchnight.settlement.diagnosis.reading;

import static matchnight.settlement.diagnosis.reading.Query.number;
import static matchnight.settlement.diagnosis.reading.Query.text;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.settlement.diagnosis.Readings.Table;
import org.jspecify.annotations.Nullable;

/** Dead rows, updates and upkeep of the tables that have most of them, read at the span's beginning and at its end. */
final class TableUpkeep {

    private static final double UPDATES_FOR_A_SHARE = 100;

    private static final String TABLES = """
            SELECT stat.relname AS relation, n_live_tup AS live, n_dead_tup AS dead, n_tup_upd AS updates, n_tup_hot_upd AS hot_updates,
                   extract(epoch FROM clock_timestamp() - last_autovacuum)::float8 AS autovacuum_seconds,
                   EXISTS (SELECT FROM pg_stat_progress_vacuum AS running WHERE running.relid = stat.relid) AS vacuum_running,
                   CASE WHEN current_setting('autovacuum')::boolean AND coalesce(enabled, true)
                        THEN least(coalesce(threshold, current_setting('autovacuum_vacuum_threshold')::float8)
                                   + coalesce(scale, current_setting('autovacuum_vacuum_scale_factor')::float8)
                                     * greatest(reltuples, 0),
                                   CASE WHEN coalesce(most, current_setting('autovacuum_vacuum_max_threshold')::float8) >= 0
                                        THEN coalesce(most, current_setting('autovacuum_vacuum_max_threshold')::float8) END)
                   END AS vacuum_threshold
              FROM pg_stat_user_tables AS stat
              JOIN pg_class ON pg_class.oid = relid
             CROSS JOIN LATERAL (
                SELECT max(option_value) FILTER (WHERE option_name = 'autovacuum_vacuum_threshold')::float8 AS threshold,
                       max(option_value) FILTER (WHERE option_name = 'autovacuum_vacuum_scale_factor')::float8 AS scale,
                       max(option_value) FILTER (WHERE option_name = 'autovacuum_vacuum_max_threshold')::float8 AS most,
                       max(option_value) FILTER (WHERE option_name = 'autovacuum_enabled')::boolean AS enabled
                  FROM pg_options_to_table(reloptions)) AS own
             ORDER BY n_dead_tup DESC, n_tup_upd DESC, stat.relname
             LIMIT 15
            """;

    private final Map<String, Row> before = new HashMap<>();

    private record Row(
            String relation,
            double live,
            double dead,
            double updates,
            double hotUpdates,
            @Nullable Double vacuumThreshold,
            @Nullable Double autovacuumSeconds,
            boolean vacuumRunning) {}

    /** Always true. */
    boolean begin(Connection connection) throws SQLException {
        read(connection).forEach(row -> before.put(row.relation(), row));
        return true;
    }

    private static List<Row> read(Connection connection) throws SQLException {
        return Query.list(
                connection,
                TABLES,
                row -> new Row(
                        text(row, "relation"),
                        row.getDouble("live"),
                        row.getDouble("dead"),
                        row.getDouble("updates"),
                        row.getDouble("hot_updates"),
                        number(row, "vacuum_threshold"),
                        number(row, "autovacuum_seconds"),
                        row.getBoolean("vacuum_running")));
    }

    List<Table> end(Connection connection) throws SQLException {
        return read(connection).stream()
                .sorted(Comparator.comparingDouble(Row::dead).reversed())
                .map(this::table)
                .toList();
    }

    private Table table(Row row) {
        Row earlier = before.get(row.relation());
        return new Table(
                row.relation(),
                row.live(),
                row.dead(),
                earlier == null ? null : earlier.dead(),
                row.vacuumThreshold(),
                hotShare(earlier, row),
                row.autovacuumSeconds(),
                row.vacuumRunning());
    }

    private static @Nullable Double hotShare(@Nullable Row earlier, Row row) {
        boolean isEnough = earlier != null && row.updates() - earlier.updates() >= UPDATES_FOR_A_SHARE;
        double updates = isEnough && earlier != null ? row.updates() - earlier.updates() : row.updates();
        double hot = isEnough && earlier != null ? row.hotUpdates() - earlier.hotUpdates() : row.hotUpdates();
        return updates <= 0 ? null : Math.round(1000 * hot / updates) / 1000.0;
    }
}
