package matchnight.settlement.diagnosis.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import matchnight.settlement.diagnosis.Readings.Statement;
import org.jspecify.annotations.Nullable;

/** What pg_stat_statements counted in the span and before; the texts are read of those only that took most time. */
final class StatementTimes {

    private static final int MOST_BY_SPAN = 8;
    private static final int MOST_BY_TOTAL = 8;

    private static final String COUNTED = """
            SELECT queryid::text AS id, sum(calls)::float8 AS calls, sum(total_exec_time)::float8 AS total,
                   sum(rows)::float8 AS rows
              FROM pg_stat_statements(false)
             WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND queryid IS NOT NULL
             GROUP BY queryid
            """;

    private static final String TEXTS = """
            SELECT DISTINCT ON (queryid) queryid::text AS id, query
              FROM pg_stat_statements
             WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND queryid = ANY (?::bigint[])
             ORDER BY queryid
            """;

    private record Counted(double calls, double total, double rows) {

        static final Counted NOTHING = new Counted(0, 0, 0);
    }

    private final Map<String, Counted> before = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    /** Always true. */
    boolean begin(Connection connection) throws SQLException {
        before.putAll(read(connection));
        return true;
    }

    private static Map<String, Counted> read(Connection connection) throws SQLException {
        Map<String, Counted> counted = new HashMap<>();
        Query.list(
                connection,
                COUNTED,
                row -> counted.put(
                        Query.text(row, "id"),
                        new Counted(row.getDouble("calls"), row.getDouble("total"), row.getDouble("rows"))));
        return counted;
    }

    /** Those that took most time in the span, and over all, in this order. */
    List<Statement> end(Connection connection) throws SQLException {
        Map<String, Counted> now = read(connection);
        Set<String> chosen = new LinkedHashSet<>();
        Stream.concat(
                        most(now, id -> inSpan(now, id).total(), MOST_BY_SPAN),
                        most(now, id -> now.getOrDefault(id, Counted.NOTHING).total(), MOST_BY_TOTAL))
                .forEach(chosen::add);
        readTexts(connection, chosen);
        return chosen.stream().map(id -> statement(id, now)).toList();
    }

    private static Stream<String> most(
            Map<String, Counted> now, java.util.function.ToDoubleFunction<String> time, int count) {
        return now.keySet().stream()
                .sorted(Comparator.comparingDouble(time).reversed())
                .filter(id -> time.applyAsDouble(id) > 0)
                .limit(count);
    }

    // A count that went back was reset: what is there now is of the span, or nearly.
    private Counted inSpan(Map<String, Counted> now, String id) {
        Counted later = now.getOrDefault(id, Counted.NOTHING);
        Counted earlier = before.getOrDefault(id, Counted.NOTHING);
        return later.calls() < earlier.calls()
                ? later
                : new Counted(
                        later.calls() - earlier.calls(),
                        later.total() - earlier.total(),
                        later.rows() - earlier.rows());
    }

    private void readTexts(Connection connection, Set<String> ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TEXTS)) {
            statement.setArray(1, connection.createArrayOf("text", ids.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    texts.put(Query.text(row, "id"), Query.text(row, "query"));
                }
            }
        }
    }

    /** A chosen statement's whole text. */
    @Nullable
    String text(String id) {
        return texts.get(id);
    }

    private Statement statement(String id, Map<String, Counted> now) {
        Counted all = now.getOrDefault(id, Counted.NOTHING);
        Counted earlier = before.getOrDefault(id, Counted.NOTHING);
        Counted span = inSpan(now, id);
        return new Statement(
                id,
                shortened(texts.get(id)),
                all.calls(),
                rounded(all.total()),
                span.calls(),
                rounded(span.total()),
                earlier.calls() > 0 ? rounded(earlier.total() / earlier.calls()) : null,
                all.calls() > 0 ? rounded(all.rows() / all.calls()) : null,
                null,
                null);
    }

    private static @Nullable String shortened(@Nullable String query) {
        if (query == null) {
            return null;
        }
        String line = query.strip().replaceAll("\\s+", " ");
        return line.length() <= 200 ? line : line.substring(0, 200);
    }

    private static double rounded(double value) {
        return Math.round(1000 * value) / 1000.0;
    }
}
