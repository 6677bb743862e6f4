package matchnight.settlement.exposure;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;

/** The SQL of {@code market_exposure}: all counters of some selections, held and written. */
final class ExposureCounters {

    // The one order in which placement locks them too; it holds no balance meanwhile, and neither do we.
    private static final String LOCK_IN_ORDER = """
            SELECT market_exposure.market_id, market_exposure.selection_id, bucket, liability, share
              FROM unnest(?::text[], ?::text[]) AS wanted (market_id, selection_id)
              JOIN market_exposure USING (market_id, selection_id)
             ORDER BY market_exposure.market_id, market_exposure.selection_id, bucket
               FOR NO KEY UPDATE OF market_exposure
            """;

    // Whoever changes a limit waits for us, or we read what was changed: shares by a limit of before are never written
    // after those by the new one. Who holds a market's row waits for no counter.
    private static final String HOLD_LIMITS = """
            SELECT market_id, liability_limit FROM market WHERE market_id = ANY (?) ORDER BY market_id FOR SHARE
            """;

    private static final String WRITE = """
            UPDATE market_exposure
               SET liability = changed.liability, share = changed.share
              FROM unnest(?::text[], ?::text[], ?::smallint[], ?::bigint[], ?::bigint[])
                   AS changed (market_id, selection_id, bucket, liability, share)
             WHERE market_exposure.market_id = changed.market_id
               AND market_exposure.selection_id = changed.selection_id
               AND market_exposure.bucket = changed.bucket
            """;

    private ExposureCounters() {}

    static Found<Map<SelectionKey, SelectionCounters>> lock(
            StatementSequence statements, List<SelectionKey> selections) {
        return statements.query(
                LOCK_IN_ORDER,
                (statement, first) -> ColumnArrays.from(statement, first, selections)
                        .bind("text", selection -> selection.marketId().value())
                        .bind("text", selection -> selection.selectionId().value())
                        .nextIndex(),
                ExposureCounters::read);
    }

    private static Map<SelectionKey, SelectionCounters> read(ResultSet rows) throws SQLException {
        Map<SelectionKey, SelectionCounters> counters = new TreeMap<>();
        while (rows.next()) {
            SelectionKey selection = new SelectionKey(
                    new MarketId(rows.getString("market_id")), new SelectionId(rows.getString("selection_id")));
            counters.computeIfAbsent(selection, _ -> new SelectionCounters(new ArrayList<>()))
                    .counters()
                    .add(new SelectionCounters.Counter(
                            rows.getShort("bucket"), rows.getLong("liability"), rows.getLong("share")));
        }
        return counters;
    }

    static Found<Map<MarketId, Long>> holdLimits(StatementSequence statements, List<MarketId> markets) {
        return statements.query(
                HOLD_LIMITS,
                (statement, first) -> ColumnArrays.from(statement, first, markets)
                        .bind("text", MarketId::value)
                        .nextIndex(),
                rows -> {
                    Map<MarketId, Long> limits = new HashMap<>();
                    while (rows.next()) {
                        limits.put(new MarketId(rows.getString("market_id")), rows.getLong("liability_limit"));
                    }
                    return limits;
                });
    }

    private record Changed(SelectionKey selection, SelectionCounters.Counter counter) {}

    static void write(StatementSequence statements, Map<SelectionKey, SelectionCounters> selections) {
        List<Changed> changed = new ArrayList<>();
        selections.forEach((selection, counters) ->
                counters.counters().forEach(counter -> changed.add(new Changed(selection, counter))));
        if (changed.isEmpty()) {
            return;
        }
        statements.update(
                WRITE,
                (statement, first) -> ColumnArrays.from(statement, first, changed)
                        .bind("text", row -> row.selection().marketId().value())
                        .bind("text", row -> row.selection().selectionId().value())
                        .bind("smallint", row -> row.counter().bucket())
                        .bind("bigint", row -> row.counter().liability())
                        .bind("bigint", row -> row.counter().share())
                        .nextIndex());
    }
}
