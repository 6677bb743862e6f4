package matchnight.bets.market;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import matchnight.ledger.market.MarketId;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spreads a market's liability limit anew over the counters of its selections.
 *
 * <p>Runs after the new limit was committed and the placements that knew the old one have ended: whoever makes counters
 * from then on makes them by the new limit.
 */
@Component
final class ExposureShares {

    private static final String DOES_ANY_SELECTION_DIFFER = """
            SELECT EXISTS (
                   SELECT
                     FROM market_exposure
                     JOIN market USING (market_id)
                    WHERE market_id = :market
                    GROUP BY selection_id, liability_limit
                   HAVING sum(share) <> greatest(liability_limit, sum(liability)))
            """;

    // The order in which placements lock them too.
    private static final String LOCK_COUNTERS_IN_ORDER = """
            SELECT selection_id, bucket, liability
              FROM market_exposure
             WHERE market_id = :market
             ORDER BY market_id, selection_id, bucket
               FOR NO KEY UPDATE
            """;

    // Read after the locks: of two changes of the limit, whichever shares last shares the newest.
    private static final String READ_LIMIT = "SELECT liability_limit FROM market WHERE market_id = :market";

    private static final String SET_SHARES = """
            UPDATE market_exposure
               SET share = shared.share
              FROM unnest(:selections, :buckets, :shares) AS shared (selection_id, bucket, share)
             WHERE market_id = :market
               AND market_exposure.selection_id = shared.selection_id
               AND market_exposure.bucket = shared.bucket
            """;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    ExposureShares(
            @Qualifier("tradingJdbc") JdbcClient jdbc,
            @Qualifier("tradingTransactions") TransactionTemplate transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /** Locks nothing where every selection's shares add up to the limit, or to its bets where they took more. */
    void spreadWhereTheLimitIsNot(MarketId marketId) {
        if (doesAnySelectionDiffer(marketId)) {
            transactions.executeWithoutResult(_ -> spreadLocked(marketId));
        }
    }

    private boolean doesAnySelectionDiffer(MarketId marketId) {
        return jdbc.sql(DOES_ANY_SELECTION_DIFFER)
                .param("market", marketId.value())
                .query(Boolean.class)
                .single();
    }

    private void spreadLocked(MarketId marketId) {
        List<Counter> counters = jdbc.sql(LOCK_COUNTERS_IN_ORDER)
                .param("market", marketId.value())
                .query(Counter::read)
                .list();
        if (counters.isEmpty()) {
            return;
        }
        long limit = jdbc.sql(READ_LIMIT)
                .param("market", marketId.value())
                .query(Long.class)
                .single();
        write(marketId, shares(counters, limit));
    }

    private void write(MarketId marketId, List<Counter> shared) {
        jdbc.sql(SET_SHARES)
                .param("market", marketId.value())
                .param(
                        "selections",
                        new SqlArrayValue(
                                "text",
                                shared.stream().map(Counter::selectionId).toArray()))
                .param(
                        "buckets",
                        new SqlArrayValue(
                                "smallint", shared.stream().map(Counter::bucket).toArray()))
                .param(
                        "shares",
                        new SqlArrayValue(
                                "bigint", shared.stream().map(Counter::amount).toArray()))
                .update();
    }

    /**
     * Gives every counter its liability and an equal part of what the limit leaves. Where bets took more than a lowered
     * limit already, they stand and nothing is left.
     *
     * @param counters with their liabilities, in the order of the selections
     * @return the same counters with their shares
     */
    static List<Counter> shares(List<Counter> counters, long limit) {
        Map<String, List<Counter>> bySelection = new LinkedHashMap<>();
        counters.forEach(counter -> bySelection
                .computeIfAbsent(counter.selectionId(), _ -> new ArrayList<>())
                .add(counter));
        List<Counter> shared = new ArrayList<>();
        bySelection.values().forEach(ofSelection -> shared.addAll(sharesOfSelection(ofSelection, limit)));
        return shared;
    }

    private static List<Counter> sharesOfSelection(List<Counter> counters, long limit) {
        long taken = counters.stream().mapToLong(Counter::amount).reduce(0, Math::addExact);
        long left = Math.max(0, limit - taken);
        long each = left / counters.size();
        long oddOnes = left % counters.size();
        List<Counter> shared = new ArrayList<>();
        for (Counter counter : counters) {
            long extra = shared.size() < oddOnes ? 1 : 0;
            shared.add(counter.with(counter.amount() + each + extra));
        }
        return shared;
    }

    /** One counter with an amount of minor units: its liability, or the share it gets. */
    record Counter(String selectionId, short bucket, long amount) {

        static Counter read(ResultSet row, int rowNumber) throws SQLException {
            return new Counter(row.getString("selection_id"), row.getShort("bucket"), row.getLong("liability"));
        }

        Counter with(long other) {
            return new Counter(selectionId, bucket, other);
        }
    }
}
