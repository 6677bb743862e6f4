package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import org.jspecify.annotations.Nullable;

/**
 * Events, markets and selections as one transaction sees them, read without a lock.
 *
 * <p>Whoever closes one of them commits first and then waits until no placement that may have read "open" runs any more,
 * so a bet that this reading lets in is committed before the close is answered.
 */
final class Gate implements MarketReadings {

    private static final String READ_SELECTIONS_AND_TERMS = WantedSelections.STATE + """
                   , market.event_id, market.version + event.version AS gate_version, market.settle_by, market.owner,
                   market.limit_currency, market.liability_limit, market.min_stake, market.max_stake,
                   market.max_returns, market.best_odds_guaranteed, market.top_up_max, selection.price,
                   selection.each_way_fraction, selection.each_way_places, exposure.buckets, exposure.room
            """ + WantedSelections.ROWS + """
             CROSS JOIN LATERAL (
                   SELECT count(*) AS buckets,
                          coalesce(sum(share - liability), market.liability_limit)::bigint AS room
                     FROM market_exposure
                    WHERE market_exposure.market_id = wanted.market_id
                      AND market_exposure.selection_id = wanted.selection_id) AS exposure
            """;

    private final Map<SelectionKey, GateReading> readings = new HashMap<>();
    private final Set<MarketId> knownMarkets = new HashSet<>();

    private Gate() {}

    static Found<Gate> read(StatementSequence statements, Collection<SelectionKey> selections) {
        return statements.query(READ_SELECTIONS_AND_TERMS, WantedSelections.binding(selections), rows -> {
            Gate gate = new Gate();
            while (rows.next()) {
                gate.add(rows);
            }
            return gate;
        });
    }

    static Gate read(Connection connection, Collection<SelectionKey> selections) throws SQLException {
        StatementSequence statements = new StatementSequence();
        Found<Gate> gate = read(statements, selections);
        statements.run(connection);
        return gate.get();
    }

    @Override
    public boolean knows(MarketId marketId) {
        return knownMarkets.contains(marketId);
    }

    @Override
    public @Nullable GateReading reading(SelectionKey selection) {
        return readings.get(selection);
    }

    private void add(ResultSet row) throws SQLException {
        MarketId marketId = new MarketId(row.getString("market_id"));
        knownMarkets.add(marketId);
        if (row.getBoolean("selection_known")) {
            readings.put(new SelectionKey(marketId, new SelectionId(row.getString("selection_id"))), reading(row));
        }
    }

    private static GateReading reading(ResultSet row) throws SQLException {
        CurrencyCode limitCurrency = CurrencyCode.of(row.getString("limit_currency"));
        return new GateReading(
                new EventId(row.getString("event_id")),
                row.getBoolean("open"),
                Price.of(row.getString("price")),
                eachWay(row),
                row.getLong("gate_version"),
                row.getObject("settle_by", OffsetDateTime.class).toInstant(),
                row.getString("owner"),
                limitCurrency,
                row.getLong("liability_limit"),
                new Money(row.getLong("min_stake"), limitCurrency),
                new Money(row.getLong("max_stake"), limitCurrency),
                row.getObject("max_returns", Long.class),
                row.getBoolean("best_odds_guaranteed"),
                row.getObject("top_up_max", Long.class),
                row.getInt("buckets"),
                row.getLong("room"));
    }

    private static @Nullable EachWayTerms eachWay(ResultSet row) throws SQLException {
        String fraction = row.getString("each_way_fraction");
        return fraction == null ? null : new EachWayTerms(fraction, row.getInt("each_way_places"));
    }
}
