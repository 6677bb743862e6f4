package matchnight.bets.market;

import matchnight.ledger.market.MarketId;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What a market's results, as they count, leave to a trader. Asked under the market row's lock, which whoever changes what
 * counts needs as well.
 */
final class StoredResults {

    private static final String IS_THERE_ANY = """
            SELECT EXISTS (
                   SELECT
                     FROM standing_result_event
                    WHERE market_id = :market)
            """;

    // The newest of the two kinds decides.
    private static final String IS_NEWEST_A_RESULT = """
            SELECT type = 'RESULT'
              FROM standing_result_event
             WHERE market_id = :market
               AND type IN ('RESULT', 'ROLLBACK')
             ORDER BY version DESC
             LIMIT 1
            """;

    // In force: not undone by a newer event of the same window. An end takes in the bets of its very instant.
    private static final String DOES_A_CANCEL_TAKE_IN_BETS_TO_COME = """
            SELECT EXISTS (
                   SELECT
                     FROM standing_result_event AS cancel
                    WHERE market_id = :market
                      AND type = 'CANCEL'
                      AND (window_to IS NULL OR window_to >= clock_timestamp())
                      AND NOT EXISTS (
                          SELECT
                            FROM standing_result_event AS undoing
                           WHERE undoing.market_id = cancel.market_id
                             AND undoing.type = 'ROLLBACK_CANCEL'
                             AND undoing.version > cancel.version
                             AND undoing.window_from IS NOT DISTINCT FROM cancel.window_from
                             AND undoing.window_to IS NOT DISTINCT FROM cancel.window_to))
            """;

    private StoredResults() {}

    /** Whether anything at all has come, undone or not. */
    static boolean anyOf(JdbcClient jdbc, MarketId marketId) {
        return jdbc.sql(IS_THERE_ANY)
                .param("market", marketId.value())
                .query(Boolean.class)
                .single();
    }

    /** Whether bets accepted from now on would be decided already: by a result that stands or by a cancel. */
    static boolean forbidOpening(JdbcClient jdbc, MarketId marketId) {
        return doesOneStandOn(jdbc, marketId) || doesACancelTakeInBetsToCome(jdbc, marketId);
    }

    /** Whether a cancel in force has a window without an end, or with one to come: it voids bets that nobody made yet. */
    static boolean doesACancelTakeInBetsToCome(JdbcClient jdbc, MarketId marketId) {
        return jdbc.sql(DOES_A_CANCEL_TAKE_IN_BETS_TO_COME)
                .param("market", marketId.value())
                .query(Boolean.class)
                .single();
    }

    /** Whether a result stands: betting may not be opened again on what is known. */
    private static boolean doesOneStandOn(JdbcClient jdbc, MarketId marketId) {
        return jdbc.sql(IS_NEWEST_A_RESULT)
                .param("market", marketId.value())
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }
}
