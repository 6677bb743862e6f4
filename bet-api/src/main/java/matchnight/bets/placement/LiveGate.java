package matchnight.bets.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import org.jspecify.annotations.Nullable;

/**
 * Whether betting is open, and at which versions, as one transaction sees it: all that cannot be remembered from before.
 *
 * <p>Read without a lock. Whoever closes something commits first and then waits until no placement that may have read
 * "open" runs any more, so a bet that this reading lets in is committed before the close is answered.
 */
final class LiveGate {

    private static final String READ_OPEN_AND_VERSIONS = WantedSelections.STATE + """
                   , market.version AS market_version, event.version AS event_version,
                   market.changed_in::text::bigint AS changed_in
            """ + WantedSelections.ROWS;

    /** One selection's state of the gate. */
    record Reading(boolean open, long marketVersion, long eventVersion, long changedIn) {

        long gateVersion() {
            return marketVersion + eventVersion;
        }
    }

    private final Map<SelectionKey, Reading> readings = new HashMap<>();
    private final Set<MarketId> knownMarkets = new HashSet<>();

    private LiveGate() {}

    static Found<LiveGate> read(StatementSequence statements, Collection<SelectionKey> selections) {
        return statements.query(READ_OPEN_AND_VERSIONS, WantedSelections.binding(selections), rows -> {
            LiveGate gate = new LiveGate();
            while (rows.next()) {
                gate.add(rows);
            }
            return gate;
        });
    }

    boolean knows(MarketId marketId) {
        return knownMarkets.contains(marketId);
    }

    /** Null where the market has no such selection. */
    @Nullable
    Reading reading(SelectionKey selection) {
        return readings.get(selection);
    }

    private void add(ResultSet row) throws SQLException {
        MarketId marketId = new MarketId(row.getString(1));
        knownMarkets.add(marketId);
        if (row.getBoolean(3)) {
            readings.put(
                    new SelectionKey(marketId, new SelectionId(row.getString(2))),
                    new Reading(row.getBoolean(4), row.getLong(5), row.getLong(6), row.getLong(7)));
        }
    }
}
