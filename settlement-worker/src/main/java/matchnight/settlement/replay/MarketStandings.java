package matchnight.settlement.replay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.StoredEvents;

/** Reads where markets stand, and what is stored of them. */
final class MarketStandings {

    private static final String READ_STANDINGS = """
            SELECT market.market_id, newest.version, coalesce(job.revision, 0) AS revision,
                   uuidv7_lower_bound(date_trunc('day', market.created_at - interval '1 day', 'UTC')) AS earliest_bet_id
              FROM market
              LEFT JOIN settlement_job AS job USING (market_id)
              LEFT JOIN LATERAL (SELECT version FROM result_event
                                  WHERE result_event.market_id = market.market_id
                                  ORDER BY version DESC LIMIT 1) AS newest ON true
             WHERE market.market_id = ANY (?)
             ORDER BY market.market_id
            """;

    private static final String READ_EVENTS = "SELECT market_id, " + StoredEvents.AGGREGATE + """
             AS events
              FROM standing_result_event AS result_event
             WHERE market_id = ANY (?)
             GROUP BY market_id
            """;

    private final DataSource reader;

    MarketStandings(DataSource reader) {
        this.reader = reader;
    }

    /** Of the known ones among the markets, in the order of their ids. */
    List<MarketStanding> of(Collection<MarketId> markets) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_STANDINGS)) {
            statement.setArray(1, connection.createArrayOf("text", texts(markets)));
            try (ResultSet row = statement.executeQuery()) {
                List<MarketStanding> standings = new ArrayList<>();
                while (row.next()) {
                    Long version = row.getObject("version", Long.class);
                    standings.add(new MarketStanding(
                            new MarketId(row.getString("market_id")),
                            version == null ? 0 : version,
                            version != null,
                            row.getLong("revision"),
                            row.getObject("earliest_bet_id", UUID.class)));
                }
                return standings;
            }
        }
    }

    /** The stored events of each market that has any, as they count. */
    Map<MarketId, List<MarketResult>> eventsOf(Collection<MarketId> markets) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_EVENTS)) {
            statement.setArray(1, connection.createArrayOf("text", texts(markets)));
            try (ResultSet row = statement.executeQuery()) {
                Map<MarketId, List<MarketResult>> events = new HashMap<>();
                while (row.next()) {
                    MarketId marketId = new MarketId(row.getString("market_id"));
                    events.put(marketId, StoredEvents.read(marketId, row.getString("events")));
                }
                return events;
            }
        }
    }

    private static Object[] texts(Collection<MarketId> markets) {
        return markets.stream().map(MarketId::value).toArray();
    }
}
