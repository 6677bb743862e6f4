package matchnight.bets.catalogue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.bets.bet.EachWayTerms;
import matchnight.bets.catalogue.MarketSnapshot.SelectionSnapshot;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;

/** Reads markets with their selections, each list by one statement: a market and its prices are of one moment. */
final class MarketSnapshots {

    private static final String READ_MARKETS_WITH_SELECTIONS = """
            SELECT market.market_id, market.version, market.changed_in::text::bigint AS changed_in, event_id, settle_by, owner, limit_currency, liability_limit,
                   min_stake, max_stake, max_returns, best_odds_guaranteed, top_up_max,
                   selection_id, price, each_way_fraction, each_way_places
              FROM market
              JOIN selection ON selection.market_id = market.market_id
            """;

    private static final String READ_THESE = READ_MARKETS_WITH_SELECTIONS + """
             WHERE market.market_id = ANY (?)
             ORDER BY market.market_id
            """;

    private static final String READ_CHANGED_SINCE = READ_MARKETS_WITH_SELECTIONS + """
             WHERE market.changed_in >= ?::text::xid8
             ORDER BY market.market_id
            """;

    private static final String READ_OPEN_ONES = READ_MARKETS_WITH_SELECTIONS + """
             WHERE market.status <> 'CLOSED'
               AND market.settle_by > now()
             ORDER BY market.market_id
            """;

    private MarketSnapshots() {}

    /** Those of the markets that exist. */
    static List<MarketSnapshot> read(Connection connection, Collection<MarketId> marketIds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_THESE)) {
            Object[] ids = marketIds.stream().map(MarketId::value).toArray();
            statement.setArray(1, connection.createArrayOf("text", ids));
            return read(statement);
        }
    }

    /** Those changed by the transaction {@code since} or a later one. */
    static List<MarketSnapshot> readChangedSince(Connection connection, String since) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_CHANGED_SINCE)) {
            statement.setString(1, since);
            return read(statement);
        }
    }

    static List<MarketSnapshot> readOpenOnes(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_OPEN_ONES)) {
            return read(statement);
        }
    }

    private static List<MarketSnapshot> read(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            List<MarketSnapshot> markets = new ArrayList<>();
            boolean onRow = rows.next();
            while (onRow) {
                MarketId marketId = new MarketId(rows.getString("market_id"));
                MarketSnapshot market = market(marketId, rows);
                Map<SelectionId, SelectionSnapshot> selections = new HashMap<>();
                do {
                    selections.put(new SelectionId(rows.getString("selection_id")), selection(rows));
                    onRow = rows.next();
                } while (onRow && rows.getString("market_id").equals(marketId.value()));
                markets.add(withSelections(market, selections));
            }
            return markets;
        }
    }

    private static SelectionSnapshot selection(ResultSet row) throws SQLException {
        String fraction = row.getString("each_way_fraction");
        return new SelectionSnapshot(
                Price.of(row.getString("price")),
                fraction == null ? null : new EachWayTerms(fraction, row.getInt("each_way_places")));
    }

    private static MarketSnapshot market(MarketId marketId, ResultSet row) throws SQLException {
        CurrencyCode limitCurrency = CurrencyCode.of(row.getString("limit_currency"));
        return new MarketSnapshot(
                marketId,
                row.getLong("version"),
                row.getLong("changed_in"),
                new EventId(row.getString("event_id")),
                row.getObject("settle_by", OffsetDateTime.class).toInstant(),
                row.getString("owner"),
                limitCurrency,
                row.getLong("liability_limit"),
                new Money(row.getLong("min_stake"), limitCurrency),
                new Money(row.getLong("max_stake"), limitCurrency),
                row.getObject("max_returns", Long.class),
                row.getBoolean("best_odds_guaranteed"),
                row.getObject("top_up_max", Long.class),
                Map.of());
    }

    private static MarketSnapshot withSelections(
            MarketSnapshot market, Map<SelectionId, SelectionSnapshot> selections) {
        return new MarketSnapshot(
                market.marketId(),
                market.version(),
                market.changedIn(),
                market.eventId(),
                market.settleBy(),
                market.owner(),
                market.limitCurrency(),
                market.liabilityLimit(),
                market.minStake(),
                market.maxStake(),
                market.maxReturns(),
                market.bestOddsGuaranteed(),
                market.topUpMax(),
                selections);
    }
}
