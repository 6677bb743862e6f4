package matchnight.settlement.exposure;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;

/** The settlements whose effect on exposure one transaction has claimed, in the order of bets and versions. */
final class DueExposure {

    // A bet's rows are folded in the order of its settlements: what is folded of it is then always nothing or one void,
    // and no order of workers gives more back than it took. A row that has an earlier one, which another worker holds
    // or
    // has just folded, waits for the next time. By the primary key, so that no fold sorts what is due.
    private static final String CLAIM_WITH_LEGS = """
            WITH claimed AS MATERIALIZED (
                SELECT bet_id, settlement_version, is_given_back
                  FROM exposure_due
                 WHERE bet_id > ?
                 ORDER BY bet_id, settlement_version
                 LIMIT ?
                   FOR UPDATE SKIP LOCKED
            ), in_order AS (
                SELECT *
                  FROM claimed
                 WHERE NOT EXISTS (SELECT
                                     FROM exposure_due AS earlier
                                    WHERE earlier.bet_id = claimed.bet_id
                                      AND earlier.settlement_version < claimed.settlement_version
                                      AND NOT EXISTS (SELECT
                                                        FROM claimed AS own
                                                       WHERE own.bet_id = earlier.bet_id
                                                         AND own.settlement_version = earlier.settlement_version))
            )
            SELECT in_order.bet_id, settlement_version, is_given_back, market_id, selection_id, liability
              FROM in_order
             CROSS JOIN LATERAL (SELECT * FROM bet_leg WHERE bet_leg.bet_id = in_order.bet_id LIMIT 20) AS leg
             ORDER BY in_order.bet_id, settlement_version, market_id, selection_id
            """;

    private static final String DELETE_FOLDED = """
            DELETE FROM exposure_due
             USING unnest(?::uuid[], ?::integer[]) AS folded (bet_id, settlement_version)
             WHERE exposure_due.bet_id = folded.bet_id
               AND exposure_due.settlement_version = folded.settlement_version
            """;

    private final List<Row> rows;

    private DueExposure(List<Row> rows) {
        this.rows = rows;
    }

    /** One settlement's. */
    private record Row(UUID betId, int settlementVersion, Map<SelectionKey, Long> changes) {}

    /** Claims what nobody else has claimed, in the caller's transaction. */
    static Found<DueExposure> claim(StatementSequence statements, UUID after, int limit) {
        return statements.query(
                CLAIM_WITH_LEGS,
                (statement, first) -> bind(statement, first, after, limit),
                found -> new DueExposure(read(found)));
    }

    private static int bind(PreparedStatement statement, int first, UUID after, int limit) throws SQLException {
        statement.setObject(first, after);
        statement.setInt(first + 1, limit);
        return first + 2;
    }

    private record RowKey(UUID betId, int settlementVersion) {}

    private static List<Row> read(ResultSet found) throws SQLException {
        Map<RowKey, Row> rows = new LinkedHashMap<>();
        while (found.next()) {
            RowKey key = new RowKey(found.getObject("bet_id", UUID.class), found.getInt("settlement_version"));
            Row row = rows.computeIfAbsent(
                    key, absent -> new Row(absent.betId(), absent.settlementVersion(), new TreeMap<>()));
            long liability = found.getLong("liability");
            SelectionKey selection = new SelectionKey(
                    new MarketId(found.getString("market_id")), new SelectionId(found.getString("selection_id")));
            row.changes().merge(selection, found.getBoolean("is_given_back") ? -liability : liability, Math::addExact);
        }
        return List.copyOf(rows.values());
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    UUID lastBetId() {
        return rows.getLast().betId();
    }

    /** So many of the first that they touch no more than {@code most} selections; at least one. */
    DueExposure within(int most) {
        Set<SelectionKey> selections = new TreeSet<>();
        List<Row> first = new ArrayList<>();
        for (Row row : rows) {
            selections.addAll(row.changes().keySet());
            if (selections.size() > most && !first.isEmpty()) {
                break;
            }
            first.add(row);
        }
        return new DueExposure(first);
    }

    /** What all of them together change, by selection; what cancels out changes nothing. */
    Map<SelectionKey, Long> netChanges() {
        Map<SelectionKey, Long> net = new TreeMap<>();
        rows.forEach(row -> row.changes().forEach((selection, change) -> net.merge(selection, change, Math::addExact)));
        net.values().removeIf(change -> change == 0);
        return net;
    }

    /** Says that they are folded. */
    void delete(StatementSequence statements) {
        statements.update(
                DELETE_FOLDED,
                (statement, first) -> ColumnArrays.from(statement, first, rows)
                        .bind("uuid", Row::betId)
                        .bind("integer", Row::settlementVersion)
                        .nextIndex());
    }
}
