package matchnight.settlement.diagnosis.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import matchnight.settlement.diagnosis.Readings.Blocking;
import matchnight.settlement.diagnosis.Readings.Exclusive;
import matchnight.settlement.diagnosis.Readings.Root;
import matchnight.settlement.diagnosis.Readings.WantedRow;
import org.jspecify.annotations.Nullable;

/**
 * Asks who keeps whom waiting, a few times a look and of a few waiters each: {@code pg_blocking_pids} takes all of the lock
 * manager's partitions for a moment.
 */
final class BlockerRounds {

    private static final int MOST_ROUNDS = 6;
    private static final int MOST_ROOTS = 10;

    private static final String BLOCKERS = """
            WITH waiter AS MATERIALIZED (
                SELECT pid
                  FROM pg_stat_activity
                 WHERE datname = current_database()
                   AND wait_event_type = 'Lock'
                 ORDER BY query_start, pid
                 LIMIT 20
            ), edge AS MATERIALIZED (
                SELECT pid, unnest(pg_blocking_pids(pid)) AS blocker FROM waiter
            )
            SELECT edge.pid, blocker, coalesce(usename, '') AS role, application_name, state, xact_start::text AS began,
                   extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds, left(query, 120) AS query
              FROM edge
              LEFT JOIN pg_stat_activity AS session ON session.pid = edge.blocker
            """;

    // Who is first in a row's line waits for a transaction and holds the lock of one of the row's versions. The
    // versions of a
    // row that is updated again and again stay on one page, so the page tells the row.
    private static final String MOST_WANTED_ROW = """
            SELECT relation::regclass::text AS relation, page, count(DISTINCT pid) AS waiters,
                   (SELECT count(*)
                      FROM pg_stat_activity
                     WHERE datname = current_database()
                       AND wait_event_type = 'Lock'
                       AND wait_event IN ('transactionid', 'tuple')) AS row_waiters
              FROM pg_locks
             WHERE locktype = 'tuple'
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             GROUP BY relation, page
             ORDER BY count(DISTINCT pid) DESC
             LIMIT 1
            """;

    private record Session(
            long pid,
            String role,
            @Nullable String application,
            @Nullable String state,
            @Nullable String began,
            @Nullable Double seconds,
            @Nullable String query) {}

    private final Map<Long, Root> roots = new HashMap<>();
    private final Set<String> transactions = new HashSet<>();
    private int rounds;
    private @Nullable WantedRow mostWantedRow;
    private List<Exclusive> exclusive = List.of();

    /** Asks once more, unless it was asked often enough. */
    void ask(Connection connection) throws SQLException {
        if (rounds >= MOST_ROUNDS) {
            return;
        }
        rounds++;
        askForRow(connection);
        askForTables(connection);
        Map<Long, List<Session>> blockers = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(BLOCKERS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                blockers.computeIfAbsent(row.getLong("pid"), _ -> new ArrayList<>())
                        .add(session(row));
            }
        }
        blockers.keySet().forEach(waiter -> addRootOf(waiter, blockers));
    }

    private static Session session(ResultSet row) throws SQLException {
        double seconds = row.getDouble("seconds");
        Double known = row.wasNull() ? null : seconds;
        return new Session(
                row.getLong("blocker"),
                row.getString("role") == null ? "" : row.getString("role"),
                row.getString("application_name"),
                row.getString("state"),
                row.getString("began"),
                known,
                row.getString("query"));
    }

    // Up the chain of first blockers to one that waits for nobody; a circle is a deadlock that is about to be found.
    private void addRootOf(long waiter, Map<Long, List<Session>> blockers) {
        Set<Long> passed = new HashSet<>();
        long pid = waiter;
        Session above = null;
        while (passed.add(pid) && blockers.containsKey(pid)) {
            above = blockers.getOrDefault(pid, List.of()).getFirst();
            pid = above.pid();
        }
        // A process id of 0 is a prepared transaction's; one that has ended since is nobody's any more.
        if (above == null || blockers.containsKey(pid) || (above.role().isEmpty() && above.pid() != 0)) {
            return;
        }
        Session root = above;
        transactions.add(root.pid() + " " + root.began());
        roots.merge(root.pid(), toRoot(root), BlockerRounds::together);
    }

    private static Root toRoot(Session root) {
        return new Root(root.pid(), root.role(), root.application(), root.state(), 1, root.seconds(), root.query());
    }

    private static Root together(Root earlier, Root later) {
        double longest = Math.max(orZero(earlier.transactionSeconds()), orZero(later.transactionSeconds()));
        return new Root(
                later.pid(),
                later.role(),
                later.application(),
                later.state(),
                earlier.waiters() + later.waiters(),
                longest,
                later.query());
    }

    private static double orZero(@Nullable Double seconds) {
        return seconds == null ? 0 : seconds;
    }

    private void askForRow(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MOST_WANTED_ROW);
                ResultSet row = statement.executeQuery()) {
            if (row.next() && (mostWantedRow == null || row.getInt("waiters") > mostWantedRow.waiters())) {
                mostWantedRow = new WantedRow(
                        String.valueOf(row.getString("relation")),
                        "page " + row.getInt("page"),
                        row.getInt("waiters"),
                        row.getInt("row_waiters"));
            }
        }
    }

    private void askForTables(Connection connection) throws SQLException {
        List<Exclusive> seen = ServerState.exclusiveLocks(connection);
        if (waitersOf(seen) >= waitersOf(exclusive)) {
            exclusive = seen;
        }
    }

    private static int waitersOf(List<Exclusive> locks) {
        return locks.isEmpty() ? 0 : locks.getFirst().waiters();
    }

    /** Those of the round in which most waited behind one; nobody asks while nobody waits. */
    List<Exclusive> exclusiveLocks() {
        return exclusive;
    }

    Blocking toBlocking() {
        List<Root> most = roots.values().stream()
                .sorted(Comparator.comparingInt(Root::waiters).reversed())
                .limit(MOST_ROOTS)
                .toList();
        return new Blocking(rounds, transactions.size(), most, mostWantedRow);
    }
}
