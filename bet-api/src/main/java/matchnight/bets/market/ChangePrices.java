package matchnight.bets.market;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Price;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Applies a feed's prices, each version once and never an older one over a newer one. */
@Component
public final class ChangePrices {

    /** What became of it. */
    public sealed interface Outcome {
        /** The market with these prices, or with the newer ones that it had already. */
        record Stands(Market market) implements Outcome {}

        record UnknownMarket() implements Outcome {}

        record UnknownSelections(Set<SelectionId> selectionIds) implements Outcome {}
    }

    private static final String READ_SELECTION_IDS = "SELECT selection_id FROM selection WHERE market_id = :market";

    private static final String RAISE_VERSION_IF_NEWER = """
            UPDATE market
               SET prices_version = :version, version = version + 1
             WHERE market_id = :market
               AND prices_version < :version
            """;

    private static final String SET_PRICES = """
            UPDATE selection
               SET price = changed.price
              FROM unnest(:selections, :prices) AS changed (selection_id, price)
             WHERE market_id = :market
               AND selection.selection_id = changed.selection_id
            """;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    ChangePrices(
            @Qualifier("tradingJdbc") JdbcClient jdbc,
            @Qualifier("tradingTransactions") TransactionTemplate transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /**
     * Applies the prices.
     *
     * @param version of the feed, for this market; 1 or more
     */
    public Outcome change(MarketId marketId, long version, Map<SelectionId, Price> prices) {
        return transactions.execute(_ -> {
            Set<SelectionId> unknown = new HashSet<>(prices.keySet());
            unknown.removeAll(selectionIds(marketId));
            // A market has at least one selection and never loses one, so this needs no lock.
            if (unknown.isEmpty() && raiseVersionIfNewer(marketId, version)) {
                setPrices(marketId, prices);
            }
            return MarketRows.find(jdbc, marketId)
                    .<Outcome>map(market ->
                            unknown.isEmpty() ? new Outcome.Stands(market) : new Outcome.UnknownSelections(unknown))
                    .orElseGet(Outcome.UnknownMarket::new);
        });
    }

    private Set<SelectionId> selectionIds(MarketId marketId) {
        return jdbc.sql(READ_SELECTION_IDS)
                .param("market", marketId.value())
                .query((row, _) -> new SelectionId(row.getString("selection_id")))
                .set();
    }

    private boolean raiseVersionIfNewer(MarketId marketId, long version) {
        return jdbc.sql(RAISE_VERSION_IF_NEWER)
                        .param("market", marketId.value())
                        .param("version", version)
                        .update()
                == 1;
    }

    private void setPrices(MarketId marketId, Map<SelectionId, Price> prices) {
        List<Map.Entry<SelectionId, Price>> changed = List.copyOf(prices.entrySet());
        jdbc.sql(SET_PRICES)
                .param("market", marketId.value())
                .param(
                        "selections",
                        new SqlArrayValue(
                                "text",
                                changed.stream()
                                        .map(entry -> entry.getKey().value())
                                        .toArray()))
                .param(
                        "prices",
                        new SqlArrayValue(
                                "text",
                                changed.stream()
                                        .map(entry -> entry.getValue().text())
                                        .toArray()))
                .update();
    }
}
