package matchnight.bets.market;

import matchnight.ledger.market.MarketId;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What a market's stored results leave to a trader. Asked under the market row's lock, which whoever stores one needs as
 * well.
 */
final class StoredResults {

    private static final String IS_THERE_ANY = """
            SELECT EXISTS (
                   SELECT
                     FROM result_event
                    WHERE market_id = :market)
            """;

    // The newest of the two kinds decides; cancels do not.
    private static final String IS_NEWEST_A_RESULT = """
            SELECT type = 'RESULT'
              FROM result_event
             WHERE market_id = :market
               AND type IN ('RESULT', 'ROLLBACK')
             ORDER BY version DESC
             LIMIT 1
            """;

    private StoredResults() {}

    /** Whether anything at all has come, undone or not. */
    static boolean anyOf(JdbcClient jdbc, MarketId marketId) {
        return jdbc.sql(IS_THERE_ANY)
                .param("market", marketId.value())
                .query(Boolean.class)
                .single();
    }

    /** Whether a result stands: betting may not be opened again on what is known. */
    static boolean doesOneStandOn(JdbcClient jdbc, MarketId marketId) {
        return jdbc.sql(IS_NEWEST_A_RESULT)
                .param("market", marketId.value())
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }
}
