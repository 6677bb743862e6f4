package matchnight.settlement.diagnosis.reading;

import static matchnight.settlement.diagnosis.reading.Query.number;
import static matchnight.settlement.diagnosis.reading.Query.text;
import static matchnight.settlement.diagnosis.reading.Query.whole;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import matchnight.settlement.diagnosis.Readings.Exclusive;
import matchnight.settlement.diagnosis.Readings.OpenTransaction;
import matchnight.settlement.diagnosis.Readings.Slot;
import matchnight.settlement.diagnosis.Readings.Standby;
import matchnight.settlement.diagnosis.Readings.UnusedIndex;

/** What the server's catalogues show at one moment; every list is short. */
final class ServerState {

    private static final String EXCLUSIVE_LOCKS = """
            SELECT wanted.pid, coalesce(usename, backend_type) AS role, wanted.relation::regclass::text AS relation,
                   wanted.granted,
                   (SELECT count(DISTINCT behind.pid)
                      FROM pg_locks AS behind
                     WHERE behind.locktype = 'relation'
                       AND behind.database = wanted.database
                       AND behind.relation = wanted.relation
                       AND NOT behind.granted
                       AND behind.pid <> wanted.pid) AS waiters,
                   extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds, left(query, 120) AS query
              FROM pg_locks AS wanted
              JOIN pg_stat_activity AS session ON session.pid = wanted.pid
             WHERE wanted.locktype = 'relation'
               AND wanted.mode = 'AccessExclusiveLock'
               AND wanted.database = (SELECT oid FROM pg_database WHERE datname = current_database())
             ORDER BY waiters DESC
             LIMIT 5
            """;

    // Vacuum's own snapshot holds back nobody.
    private static final String TRANSACTIONS = """
            SELECT *
              FROM (SELECT 'SESSION' AS kind, pid::text AS name, usename::text AS role, application_name AS application, state,
                           extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds,
                           greatest(age(backend_xmin), age(backend_xid))::bigint AS xmin_age
                      FROM pg_stat_activity
                     WHERE datname = current_database()
                       AND xact_start IS NOT NULL
                       AND pid <> pg_backend_pid()
                       AND backend_type <> 'autovacuum worker'
                       AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
                    UNION ALL
                    SELECT 'PREPARED', gid, owner::text, NULL, NULL,
                           extract(epoch FROM clock_timestamp() - prepared)::float8, age(transaction)::bigint
                      FROM pg_prepared_xacts
                     WHERE database = current_database()
                    UNION ALL
                    SELECT 'SLOT', slot_name::text, NULL, plugin::text, CASE WHEN active THEN 'active' ELSE 'inactive' END, NULL,
                           age(xmin)::bigint
                      FROM pg_replication_slots
                     WHERE xmin IS NOT NULL
                    UNION ALL
                    SELECT 'STANDBY', coalesce(nullif(application_name, ''), pid::text), usename::text, NULL, state, NULL,
                           age(backend_xmin)::bigint
                      FROM pg_stat_replication
                     WHERE backend_xmin IS NOT NULL) AS open
             ORDER BY xmin_age DESC NULLS LAST, seconds DESC NULLS LAST
             LIMIT 10
            """;

    private static final String SLOTS = """
            SELECT slot_name AS slot, active, wal_status, safe_wal_size,
                   CASE WHEN NOT pg_is_in_recovery()
                        THEN pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint END AS retained
              FROM pg_replication_slots
             ORDER BY safe_wal_size NULLS LAST, slot_name
             LIMIT 10
            """;

    private static final String STANDBYS = """
            SELECT coalesce(nullif(application_name, ''), pid::text) AS standby, state, sync_state,
                   extract(epoch FROM replay_lag)::float8 AS replay_lag
              FROM pg_stat_replication
             ORDER BY replay_lag DESC NULLS LAST
             LIMIT 10
            """;

    private static final String UNUSED_INDEXES = """
            SELECT used.indexrelname AS index, used.relname AS relation, pg_relation_size(used.indexrelid) AS bytes
              FROM pg_stat_user_indexes AS used
              JOIN pg_index USING (indexrelid)
             WHERE used.idx_scan = 0
               AND NOT indisunique
               AND pg_relation_size(used.indexrelid) >= 1048576
             ORDER BY bytes DESC
             LIMIT 10
            """;

    private ServerState() {}

    static List<Exclusive> exclusiveLocks(Connection connection) throws SQLException {
        return Query.list(
                connection,
                EXCLUSIVE_LOCKS,
                row -> new Exclusive(
                        row.getLong("pid"),
                        text(row, "role"),
                        text(row, "relation"),
                        row.getBoolean("granted"),
                        row.getInt("waiters"),
                        number(row, "seconds"),
                        row.getString("query")));
    }

    static List<OpenTransaction> transactions(Connection connection) throws SQLException {
        return Query.list(
                connection,
                TRANSACTIONS,
                row -> new OpenTransaction(
                        text(row, "kind"),
                        text(row, "name"),
                        row.getString("role"),
                        row.getString("application"),
                        row.getString("state"),
                        number(row, "seconds"),
                        whole(row, "xmin_age")));
    }

    static List<Slot> slots(Connection connection) throws SQLException {
        return Query.list(
                connection,
                SLOTS,
                row -> new Slot(
                        text(row, "slot"),
                        row.getBoolean("active"),
                        row.getString("wal_status"),
                        whole(row, "safe_wal_size"),
                        whole(row, "retained")));
    }

    static List<Standby> standbys(Connection connection) throws SQLException {
        return Query.list(
                connection,
                STANDBYS,
                row -> new Standby(
                        text(row, "standby"),
                        row.getString("state"),
                        row.getString("sync_state"),
                        number(row, "replay_lag")));
    }

    static List<UnusedIndex> unusedIndexes(Connection connection) throws SQLException {
        return Query.list(
                connection,
                UNUSED_INDEXES,
                row -> new UnusedIndex(text(row, "index"), text(row, "relation"), row.getLong("bytes")));
    }
}
