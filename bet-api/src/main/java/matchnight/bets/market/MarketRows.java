package matchnight.bets.market;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/** Reads markets with their selections, a list at a time. */
final class MarketRows {

    private static final String READ_MARKETS = """
            SELECT market.*, event.name AS event_name, event.status AS event_status
              FROM market
              JOIN event USING (event_id)
             WHERE market_id = ANY (:markets)
             ORDER BY market_id
            """;

    private static final String READ_SELECTIONS = """
            SELECT market_id, selection_id, name, price, status, each_way_fraction, each_way_places,
                   shut_by_result_version
              FROM selection
             WHERE market_id = ANY (:markets)
             ORDER BY market_id, ordinal, selection_id
            """;

    private MarketRows() {}

    static Optional<Market> find(JdbcClient jdbc, MarketId marketId) {
        return read(jdbc, List.of(marketId)).stream().findFirst();
    }

    /** The markets that exist, by id. */
    static List<Market> read(JdbcClient jdbc, List<MarketId> marketIds) {
        var ids = new SqlArrayValue(
                "text", marketIds.stream().map(MarketId::value).toArray());
        Map<MarketId, Selections> selections = new HashMap<>();
        jdbc.sql(READ_SELECTIONS).param("markets", ids).query(row -> {
            selections
                    .computeIfAbsent(new MarketId(row.getString("market_id")), _ -> new Selections())
                    .add(row);
        });
        return jdbc.sql(READ_MARKETS)
                .param("markets", ids)
                .query((row, _) -> market(row, selections))
                .list();
    }

    private static Market market(ResultSet row, Map<MarketId, Selections> selections) throws SQLException {
        var marketId = new MarketId(row.getString("market_id"));
        Selections ofMarket = selections.getOrDefault(marketId, new Selections());
        return new Market(
                marketId,
                row.getLong("version"),
                row.getLong("prices_version"),
                OpenOrSuspended.valueOf(row.getString("event_status")),
                terms(row, ofMarket.list),
                ofMarket.shut);
    }

    private static MarketTerms terms(ResultSet row, List<Selection> selections) throws SQLException {
        CurrencyCode currency = CurrencyCode.of(row.getString("limit_currency"));
        return new MarketTerms(
                new EventId(row.getString("event_id")),
                row.getString("event_name"),
                row.getString("name"),
                instant(row, "starts_at"),
                instant(row, "settle_by"),
                row.getString("owner"),
                MarketStatus.valueOf(row.getString("status")),
                currency,
                new Money(row.getLong("liability_limit"), currency),
                new Money(row.getLong("min_stake"), currency),
                new Money(row.getLong("max_stake"), currency),
                nullableMoney(row, "max_returns", currency),
                row.getBoolean("best_odds_guaranteed")
                        ? new MarketTerms.BestOdds(nullableMoney(row, "top_up_max", currency))
                        : null,
                PaysOn.valueOf(row.getString("pays_on")),
                selections);
    }

    private static @Nullable Money nullableMoney(ResultSet row, String column, CurrencyCode currency)
            throws SQLException {
        Long minorUnits = row.getObject(column, Long.class);
        return minorUnits == null ? null : new Money(minorUnits, currency);
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** One market's selections, and which of them a result has shut. */
    private static final class Selections {

        private final List<Selection> list = new ArrayList<>();
        private final Map<SelectionId, Long> shut = new HashMap<>();

        void add(ResultSet row) throws SQLException {
            var selectionId = new SelectionId(row.getString("selection_id"));
            String fraction = row.getString("each_way_fraction");
            list.add(new Selection(
                    selectionId,
                    row.getString("name"),
                    Price.of(row.getString("price")),
                    OpenOrSuspended.valueOf(row.getString("status")),
                    fraction == null ? null : new EachWayTerms(fraction, row.getInt("each_way_places"))));
            Long shutBy = row.getObject("shut_by_result_version", Long.class);
            if (shutBy != null) {
                shut.put(selectionId, shutBy);
            }
        }
    }
}
