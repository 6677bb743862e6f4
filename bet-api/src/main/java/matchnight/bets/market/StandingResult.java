package matchnight.bets.market;

import matchnight.ledger.market.MarketId;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Whether a market's result stands: betting may not be opened again on what is known. */
final class StandingResult {

    // The newest of the two kinds decides; cancels do not.
    private static final String IS_NEWEST_A_RESULT = """
            SELECT type = 'RESULT'
              FROM result_event
             WHERE market_id = :market
               AND type IN ('RESULT', 'ROLLBACK')
             ORDER BY version DESC
             LIMIT 1
            """;

    private StandingResult() {}

    /** Asked under the market row's lock, which whoever stores a result needs as well. */
    static boolean existsFor(JdbcClient jdbc, MarketId marketId) {
        return jdbc.sql(IS_NEWEST_A_RESULT)
                .param("market", marketId.value())
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }
}
