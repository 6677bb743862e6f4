package matchnight.bets.market;

import java.util.Map;
import java.util.Optional;
import matchnight.bets.audit.AuditEntry;
import matchnight.bets.audit.AuditLog;
import matchnight.ledger.market.MarketId;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Opens, suspends and closes a market. Once a suspend or close has answered, no bet on it is accepted any more: the change
 * is committed, and then the placements that may have seen it open have ended. Asking for what is so already changes
 * nothing and waits all the same, since whoever asked first may not have waited to the end.
 */
@Component
public final class SetMarketStatus {

    /** What became of it. */
    public sealed interface Outcome {
        record Stands(Market market) implements Outcome {}

        record UnknownMarket() implements Outcome {}

        /** A standing result, or a cancel of bets to come, keeps it shut. */
        record HasResult() implements Outcome {}
    }

    private static final String LOCK_STATUS = "SELECT status FROM market WHERE market_id = :market FOR NO KEY UPDATE";

    private static final String CLEAR_SHUT_SELECTIONS = """
            UPDATE selection
               SET shut_by_result_version = NULL
             WHERE market_id = :market
               AND shut_by_result_version IS NOT NULL
            """;

    private static final String SET_STATUS = """
            UPDATE market
               SET status = :status, version = version + 1
             WHERE market_id = :market
            """;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final RunningPlacements runningPlacements;

    SetMarketStatus(
            @Qualifier("tradingJdbc") JdbcClient jdbc,
            @Qualifier("tradingTransactions") TransactionTemplate transactions,
            RunningPlacements runningPlacements) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.runningPlacements = runningPlacements;
    }

    public Outcome open(MarketId marketId, String actor) {
        return transactions.execute(_ -> openLocked(marketId, actor));
    }

    public Outcome suspend(MarketId marketId, String actor) {
        return shut(marketId, MarketStatus.SUSPENDED, actor);
    }

    public Outcome close(MarketId marketId, String actor) {
        return shut(marketId, MarketStatus.CLOSED, actor);
    }

    private Outcome shut(MarketId marketId, MarketStatus wanted, String actor) {
        Outcome outcome = transactions.execute(_ -> shutLocked(marketId, wanted, actor));
        runningPlacements.awaitEnd();
        return outcome;
    }

    private Outcome openLocked(MarketId marketId, String actor) {
        Optional<MarketStatus> before = lockStatus(marketId);
        if (before.isEmpty()) {
            return new Outcome.UnknownMarket();
        }
        if (StoredResults.forbidOpening(jdbc, marketId)) {
            return new Outcome.HasResult();
        }
        boolean selectionsOpened = clearShutSelections(jdbc, marketId) > 0;
        if (before.get() != MarketStatus.OPEN || selectionsOpened) {
            set(marketId, before.get(), MarketStatus.OPEN, actor);
        }
        return stands(marketId);
    }

    private Outcome shutLocked(MarketId marketId, MarketStatus wanted, String actor) {
        Optional<MarketStatus> before = lockStatus(marketId);
        if (before.isEmpty()) {
            return new Outcome.UnknownMarket();
        }
        if (before.get() != wanted && before.get() != MarketStatus.CLOSED) {
            set(marketId, before.get(), wanted, actor);
        }
        return stands(marketId);
    }

    private Outcome stands(MarketId marketId) {
        return new Outcome.Stands(MarketRows.find(jdbc, marketId).orElseThrow());
    }

    private Optional<MarketStatus> lockStatus(MarketId marketId) {
        return jdbc.sql(LOCK_STATUS)
                .param("market", marketId.value())
                .query((row, _) -> MarketStatus.valueOf(row.getString("status")))
                .optional();
    }

    /** Selections that a result had shut can be bet on again. */
    static int clearShutSelections(JdbcClient jdbc, MarketId marketId) {
        return jdbc.sql(CLEAR_SHUT_SELECTIONS).param("market", marketId.value()).update();
    }

    private void set(MarketId marketId, MarketStatus before, MarketStatus after, String actor) {
        jdbc.sql(SET_STATUS)
                .param("market", marketId.value())
                .param("status", after.name())
                .update();
        AuditLog.record(
                jdbc,
                new AuditEntry(
                        actor,
                        "MARKET_STATUS",
                        "market/" + marketId,
                        null,
                        Map.of("from", before.name(), "to", after.name())));
    }
}
