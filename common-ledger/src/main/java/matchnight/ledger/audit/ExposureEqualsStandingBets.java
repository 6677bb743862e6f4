package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What is counted against a selection's limit is the liability of its accepted bets that are not void, but for what
 * {@code exposure_due} still owes: a void whose liability is given back later, or one undone whose liability is taken later.
 *
 * <p>Bets of retired days are left out, and what they were liable for is counted on: of a market that was there before the
 * newest retired day ended, only that no less is counted than its remaining bets are liable for.
 */
public record ExposureEqualsStandingBets() implements Invariant {

    private static final String OFFENDERS = """
            newest AS (
                SELECT DISTINCT ON (bet_id) bet_id, kind
                  FROM bet_settlement
                 ORDER BY bet_id, version DESC
            ), due AS (
                SELECT bet_id, sum(CASE WHEN is_given_back THEN 1 ELSE -1 END) AS still_counted
                  FROM exposure_due
                 GROUP BY bet_id
            ), expected AS (
                SELECT leg.market_id, leg.selection_id,
                       sum(leg.liability * (CASE WHEN newest.kind = 'VOIDED' THEN 0 ELSE 1 END
                                            + coalesce(due.still_counted, 0))) AS liability
                  FROM bet_leg AS leg
                  LEFT JOIN newest ON newest.bet_id = leg.bet_id
                  LEFT JOIN due ON due.bet_id = leg.bet_id
                 WHERE uuidv7_day(leg.bet_id) NOT IN (SELECT day FROM retirement)
                 GROUP BY leg.market_id, leg.selection_id
            ), counted AS (
                SELECT market_id, selection_id, sum(liability) AS liability
                  FROM market_exposure
                 GROUP BY market_id, selection_id
            ), selection_liability AS (
                SELECT market_id, selection_id, coalesce(counted.liability, 0) AS counted,
                       coalesce(expected.liability, 0) AS expected
                  FROM expected
                  FULL JOIN counted USING (market_id, selection_id)
            ), offender AS (
                SELECT market_id, selection_id, counted, expected,
                       format('selection %s of market %s has %s counted, its standing bets are liable for %s',
                              selection_id, market_id, counted, expected) AS what
                  FROM selection_liability
                 WHERE counted < expected
                    OR (counted > expected
                        AND NOT EXISTS (SELECT
                                          FROM market
                                          JOIN retirement ON retirement.day >= (market.created_at AT TIME ZONE 'UTC')::date
                                         WHERE market.market_id = selection_liability.market_id))
            )
            """;

    private static final String SUMMARY = """
            SELECT (SELECT count(*) FROM selection_liability) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY market_id, selection_id))[1] AS first
              FROM offender
            """;

    private static final String LIST = """
            SELECT rows_read, market_id, selection_id, counted, expected
              FROM (SELECT count(*) AS rows_read FROM bet_leg) AS read
              LEFT JOIN offender ON true
             ORDER BY market_id, selection_id
            """;

    /**
     * A selection whose counters are off. Minor units of its market's limit currency.
     *
     * @param counted by all its counters
     * @param expected what its standing bets are liable for
     */
    public record Drift(String marketId, String selectionId, long counted, long expected) {}

    /** Which selections of these markets have something else counted than their standing bets are liable for. */
    public static Looked<Drift> among(Connection connection, MarketSlice slice) throws SQLException {
        return OffenderQuery.list(
                connection,
                slice,
                OFFENDERS + LIST,
                row -> new Drift(
                        row.getString("market_id"),
                        row.getString("selection_id"),
                        row.getLong("counted"),
                        row.getLong("expected")));
    }

    @Override
    public String name() {
        return "exposure equals the liability of standing bets";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), "WITH " + OFFENDERS + SUMMARY, "selections");
    }
}
