package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A bet all of whose legs are decided by their markets' standing results stands settled, and one of which no leg is
 * decided does not. True when nothing is left to settle; during a burst the difference is the backlog.
 */
public record DecidedBetsAreSettledOnce() implements Invariant {

    private static final String OFFENDERS = """
            WITH standing AS (
                SELECT DISTINCT ON (market_id) market_id, type, certainty, outcomes
                  FROM result_event
                 WHERE type IN ('RESULT', 'ROLLBACK')
                 ORDER BY market_id, version DESC
            ), decided AS (
                SELECT standing.market_id, outcome ->> 'selectionId' AS selection_id
                  FROM standing
                  JOIN market ON market.market_id = standing.market_id
                 CROSS JOIN jsonb_array_elements(standing.outcomes) AS outcome
                 WHERE standing.type = 'RESULT' AND (standing.certainty = 'CONFIRMED' OR market.pays_on = 'LIVE')
            ), newest AS (
                SELECT DISTINCT ON (bet_id) bet_id, kind, cause_type
                  FROM bet_settlement
                 ORDER BY bet_id, version DESC
            ), graded AS (
                SELECT bet_leg.bet_id, count(*) AS legs, count(decided.market_id) AS legs_decided,
                       min(bet_leg.market_id) AS market_id,
                       bool_or(EXISTS (SELECT FROM result_event
                                        WHERE result_event.market_id = bet_leg.market_id
                                          AND result_event.type = 'CANCEL')) AS cancelled
                  FROM bet_leg
                  LEFT JOIN decided ON decided.market_id = bet_leg.market_id AND decided.selection_id = bet_leg.selection_id
                 GROUP BY bet_leg.bet_id
            ), offender AS (
                SELECT graded.bet_id AS id,
                       format('bet %s on market %s is %s, though %s of its %s legs are decided',
                              graded.bet_id, graded.market_id, coalesce(newest.kind::text, 'OPEN'),
                              graded.legs_decided, graded.legs) AS what
                  FROM graded
                  LEFT JOIN newest ON newest.bet_id = graded.bet_id
                 WHERE (graded.legs_decided = graded.legs AND (newest.kind IS NULL OR newest.kind = 'REOPENED'))
                    OR (graded.legs_decided = 0 AND NOT graded.cancelled AND newest.kind = 'SETTLED')
            )
            SELECT (SELECT count(*) FROM graded WHERE legs_decided = legs) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id))[1] AS first
              FROM offender
            """;

    @Override
    public String name() {
        return "every bet on a decided market is settled once";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), OFFENDERS, "bets on decided selections");
    }
}
