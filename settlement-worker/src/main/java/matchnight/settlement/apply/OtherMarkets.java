package matchnight.settlement.apply;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import matchnight.settlement.grading.Leg;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.PlannedPage;
import matchnight.settlement.plan.PlannedSettlement;

/**
 * Holds a batch to the news that it was graded by, as far as it is of other markets than its own: those that its bets have
 * further legs on.
 *
 * <p>A newer result of one of them may leave a bet as it stands, so that its own turn writes nothing and no key of a
 * settlement is taken; what was graded before it must not be written after it all the same. The jobs' rows are locked until
 * the batch has ended, so that news which comes meanwhile is stored behind it, and its turn sees what the batch wrote. A row
 * that somebody holds is not waited for: it is about to change.
 */
final class OtherMarkets {

    private static final String HOLD_REVISIONS = """
            SELECT market_id, revision
              FROM settlement_job
             WHERE market_id = ANY (?::text[])
             ORDER BY market_id
               FOR SHARE SKIP LOCKED
            """;

    private OtherMarkets() {}

    /**
     * Adds the statement that locks them, where there are any.
     *
     * @return to be asked after the sequence has run: whether all still have the revision that the page was read by
     */
    static BooleanSupplier holdAsRead(StatementSequence statements, Page page, PlannedPage plan) {
        List<MarketId> others = List.copyOf(of(page, plan));
        if (others.isEmpty()) {
            return () -> true;
        }
        Found<Boolean> asRead = statements.query(
                HOLD_REVISIONS,
                (statement, first) -> ColumnArrays.from(statement, first, others)
                        .bind("text", MarketId::value)
                        .nextIndex(),
                rows -> revisions(rows).equals(asRead(page, others)));
        return asRead::get;
    }

    private static Set<MarketId> of(Page page, PlannedPage plan) {
        Set<UUID> settled =
                plan.settlements().stream().map(PlannedSettlement::betId).collect(Collectors.toSet());
        return page.bets().stream()
                .map(BetOnPage::bet)
                .filter(bet -> bet.legs().size() > 1 && settled.contains(bet.betId()))
                .flatMap(bet -> bet.legs().stream())
                .map(Leg::marketId)
                .filter(market -> !market.equals(page.marketId()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<MarketId, Long> revisions(ResultSet rows) throws SQLException {
        Map<MarketId, Long> revisions = new HashMap<>();
        while (rows.next()) {
            revisions.put(new MarketId(rows.getString("market_id")), rows.getLong("revision"));
        }
        return revisions;
    }

    private static Map<MarketId, Long> asRead(Page page, List<MarketId> markets) {
        Map<MarketId, Long> revisions = new HashMap<>(page.revisions());
        revisions.keySet().retainAll(markets);
        return revisions;
    }
}
