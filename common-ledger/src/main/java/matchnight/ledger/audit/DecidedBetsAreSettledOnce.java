package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A bet all of whose legs are decided, by their markets' standing results or by cancels in force, stands settled, and one of
 * which no leg is decided does not, unless a person voided it. True when nothing is left to settle; during a burst the
 * difference is the backlog. Bets of retired days are left out.
 */
public record DecidedBetsAreSettledOnce() implements Invariant {

    // A market's state is the fold of its events in version order: the newest RESULT or ROLLBACK, and of each window
    // the
    // newest CANCEL or ROLLBACK_CANCEL.
    private static final String OFFENDERS = """
            WITH standing AS (
                SELECT DISTINCT ON (market_id) market_id, type, certainty, outcomes
                  FROM standing_result_event
                 WHERE type IN ('RESULT', 'ROLLBACK')
                 ORDER BY market_id, version DESC
            ), decided AS (
                SELECT standing.market_id, outcome ->> 'selectionId' AS selection_id
                  FROM standing
                  JOIN market ON market.market_id = standing.market_id
                 CROSS JOIN jsonb_array_elements(standing.outcomes) AS outcome
                 WHERE standing.type = 'RESULT' AND (standing.certainty = 'CONFIRMED' OR market.pays_on = 'LIVE')
            ), of_window AS (
                SELECT DISTINCT ON (market_id, window_from, window_to) market_id, type,
                       coalesce(window_from, '-infinity') AS window_from, coalesce(window_to, 'infinity') AS window_to
                  FROM standing_result_event
                 WHERE type IN ('CANCEL', 'ROLLBACK_CANCEL')
                 ORDER BY market_id, window_from, window_to, version DESC
            ), cancelled AS (
                SELECT DISTINCT bet_leg.bet_id, bet_leg.leg_number
                  FROM of_window
                  JOIN bet_leg ON bet_leg.market_id = of_window.market_id
                  JOIN bet ON bet.bet_id = bet_leg.bet_id
                 WHERE of_window.type = 'CANCEL'
                   AND bet.accepted_at BETWEEN of_window.window_from AND of_window.window_to
            ), newest AS (
                SELECT DISTINCT ON (bet_id) bet_id, kind, cause_type
                  FROM bet_settlement
                 ORDER BY bet_id, version DESC
            ), graded AS (
                SELECT bet_leg.bet_id, count(*) AS legs, min(bet_leg.market_id) AS market_id,
                       count(*) FILTER (WHERE decided.market_id IS NOT NULL OR cancelled.bet_id IS NOT NULL) AS legs_decided
                  FROM bet_leg
                  LEFT JOIN decided ON decided.market_id = bet_leg.market_id AND decided.selection_id = bet_leg.selection_id
                  LEFT JOIN cancelled ON cancelled.bet_id = bet_leg.bet_id AND cancelled.leg_number = bet_leg.leg_number
                 WHERE uuidv7_day(bet_leg.bet_id) NOT IN (SELECT day FROM retirement)
                 GROUP BY bet_leg.bet_id
            ), offender AS (
                SELECT graded.bet_id AS id,
                       format('bet %s on market %s is %s, though %s of its %s legs are decided',
                              graded.bet_id, graded.market_id, coalesce(newest.kind::text, 'OPEN'),
                              graded.legs_decided, graded.legs) AS what
                  FROM graded
                  LEFT JOIN newest ON newest.bet_id = graded.bet_id
                 WHERE newest.cause_type IS DISTINCT FROM 'PERSON'
                   AND ((graded.legs_decided = graded.legs AND coalesce(newest.kind, 'REOPENED') = 'REOPENED')
                        OR (graded.legs_decided = 0 AND newest.kind IN ('SETTLED', 'VOIDED')))
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
