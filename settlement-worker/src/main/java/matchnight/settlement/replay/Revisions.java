package matchnight.settlement.replay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import matchnight.ledger.market.MarketId;

/** Raises the revision of markets, in the caller's transaction: all parts of each start over and apply what is stored. */
final class Revisions {

    private static final String LOCK = """
            SELECT revision FROM settlement_job WHERE market_id = ? FOR NO KEY UPDATE
            """;

    // In the order of ids, so that two who raise several markets do not wait in a circle. A market whose job is lost
    // gets
    // one, if there is something to apply.
    private static final String RAISE = """
            INSERT INTO settlement_job AS job (market_id, revision, unapplied_since)
            SELECT market_id, 1, clock_timestamp()
              FROM unnest(?::text[]) AS raised (market_id)
             WHERE EXISTS (SELECT FROM result_event WHERE result_event.market_id = raised.market_id)
             ORDER BY market_id COLLATE "C"
            ON CONFLICT (market_id) DO UPDATE
               SET revision = job.revision + 1,
                   unapplied_since = least(job.unapplied_since, excluded.unapplied_since)
            """;

    private static final String HAVE_A_FIRST_PART = """
            INSERT INTO settlement_part (market_id, part)
            SELECT market_id, 0
              FROM unnest(?::text[]) AS raised (market_id)
             WHERE EXISTS (SELECT FROM settlement_job WHERE settlement_job.market_id = raised.market_id)
             ORDER BY market_id COLLATE "C"
            ON CONFLICT DO NOTHING
            """;

    private Revisions() {}

    /** The market's revision, which nobody changes before the transaction ends; 0 without a job. */
    static long lock(Connection connection, MarketId marketId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setString(1, marketId.value());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /** Raises each market of which an event is stored, and returns how many those were. */
    static int raise(Connection connection, Collection<MarketId> markets) throws SQLException {
        int raised = run(connection, RAISE, markets);
        run(connection, HAVE_A_FIRST_PART, markets);
        return raised;
    }

    private static int run(Connection connection, String sql, Collection<MarketId> markets) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "text", markets.stream().map(MarketId::value).toArray()));
            return statement.executeUpdate();
        }
    }
}
