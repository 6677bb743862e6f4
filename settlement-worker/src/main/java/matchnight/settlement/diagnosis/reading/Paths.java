package matchnight.settlement.diagnosis.reading;

import static matchnight.settlement.diagnosis.reading.Query.text;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import matchnight.settlement.diagnosis.Readings.Backlog;
import matchnight.settlement.diagnosis.Readings.Outbox;
import org.jspecify.annotations.Nullable;

/** How settlement and the relay stand, from their own tables. */
final class Paths {

    private static final String UNAPPLIED_MARKETS = """
            SELECT market_id
              FROM settlement_job
             WHERE unapplied_since IS NOT NULL
             ORDER BY unapplied_since, market_id
             LIMIT 50
            """;

    private static final String SETTLED_OF_MARKETS =
            "SELECT coalesce(sum(bets_settled), 0)::float8 AS settled FROM settlement_part WHERE market_id = ANY (?)";

    // Never more rows than so many are looked at: a look must not be what hurts.
    private static final String COUNT_BETS = """
            SELECT count(*) AS bets
              FROM (SELECT FROM bet_leg WHERE market_id = ANY (?) LIMIT 200000) AS counted
            """;

    private static final String PAUSES = """
            SELECT scope || ', by ' || paused_by || ': ' || reason AS pause
              FROM settlement_pause
             ORDER BY paused_at
             LIMIT 10
            """;

    private static final String FAILING = """
            SELECT 'market ' || market_id || ', part ' || part || ', ' || attempts || ' times: ' || coalesce(last_error, '')
                   AS failing
              FROM settlement_part
              JOIN settlement_job USING (market_id)
             WHERE unapplied_since IS NOT NULL
               AND settlement_part.attempts > 0
             ORDER BY settlement_part.attempts DESC
             LIMIT 10
            """;

    private static final String WAITING_RESULTS = "SELECT count(*) AS results FROM result_waiting";

    private static final String OUTBOX = """
            SELECT coalesce((
                       SELECT greatest(extract(epoch FROM clock_timestamp() - outbox.written_at), 0)
                         FROM outbox
                        WHERE outbox_id > relay_cursor.last_outbox_id
                          AND written_on >= relay_cursor.last_written_on - 1
                        ORDER BY outbox_id
                        LIMIT 1), 0)::float8 AS age,
                   CASE WHEN lease_until > clock_timestamp() THEN lease_owner END AS lease, attempts, last_error
              FROM relay_cursor
             WHERE relay = 'bet-events'
            """;

    private String[] markets = {};
    private double settledBefore;

    /** Always true. */
    boolean begin(Connection reader) throws SQLException {
        markets = Query.list(reader, UNAPPLIED_MARKETS, row -> text(row, "market_id"))
                .toArray(String[]::new);
        settledBefore = ofMarkets(reader, SETTLED_OF_MARKETS, "settled");
        return true;
    }

    private double ofMarkets(Connection reader, String sql, String column) throws SQLException {
        if (markets.length == 0) {
            return 0;
        }
        try (PreparedStatement statement = reader.prepareStatement(sql)) {
            statement.setQueryTimeout(Query.LIMIT_SECONDS);
            statement.setArray(1, reader.createArrayOf("text", markets));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getDouble(column);
            }
        }
    }

    /**
     * What waits of results.
     *
     * @param seconds since the beginning
     * @param settledHere by this worker meanwhile; other workers' shows in the parts
     * @param countsBets whether to count what is left to settle
     */
    Backlog backlog(
            Connection reader,
            double ageSeconds,
            double seconds,
            double settledHere,
            int rebalances,
            boolean countsBets)
            throws SQLException {
        double settled = ofMarkets(reader, SETTLED_OF_MARKETS, "settled");
        double inSpan = Math.max(settledHere, settled - settledBefore);
        Long remaining = countsBets && markets.length > 0
                ? Math.max(0, (long) (ofMarkets(reader, COUNT_BETS, "bets") - settled))
                : null;
        return new Backlog(
                Math.round(1000 * ageSeconds) / 1000.0,
                Math.round(10 * inSpan / seconds) / 10.0,
                remaining,
                Query.list(reader, PAUSES, row -> text(row, "pause")),
                Query.list(reader, FAILING, row -> text(row, "failing")),
                rebalances,
                Query.list(reader, WAITING_RESULTS, row -> row.getInt("results"))
                        .getFirst());
    }

    static @Nullable Outbox outbox(Connection reader, boolean brokerUp) throws SQLException {
        List<Outbox> outbox = Query.list(
                reader,
                OUTBOX,
                row -> new Outbox(
                        Math.round(1000 * row.getDouble("age")) / 1000.0,
                        brokerUp,
                        row.getString("lease"),
                        row.getInt("attempts"),
                        row.getString("last_error")));
        return outbox.isEmpty() ? null : outbox.getFirst();
    }
}
