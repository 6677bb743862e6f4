package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What is counted against a selection's limit is the liability of its accepted bets that are not void, but for what
 * {@code exposure_due} still owes: a void whose liability is given back later, or one undone whose liability is taken later.
 */
public record ExposureEqualsStandingBets() implements Invariant {

    private static final String OFFENDERS = """
            WITH newest AS (
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
            )
            SELECT count(*) AS examined,
                   count(*) FILTER (WHERE counted <> expected) AS offenders,
                   (array_agg(format('selection %s of market %s has %s counted, its standing bets are liable for %s',
                                     selection_id, market_id, counted, expected)
                              ORDER BY market_id, selection_id) FILTER (WHERE counted <> expected))[1] AS first
              FROM selection_liability
            """;

    @Override
    public String name() {
        return "exposure equals the liability of standing bets";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), OFFENDERS, "selections");
    }
}
