package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/** Closing raises the gate's version, so a leg on what is closed now has seen an earlier version of it. */
public record NoBetPassedAClosedGate() implements Invariant {

    private static final String OFFENDERS = """
            WITH closed AS (
                SELECT market.market_id, selection.selection_id, market.version + event.version AS gate_version
                  FROM market
                  JOIN event ON event.event_id = market.event_id
                  JOIN selection ON selection.market_id = market.market_id
                 WHERE market.status <> 'OPEN'
                    OR event.status <> 'OPEN'
                    OR selection.status <> 'OPEN'
                    OR selection.shut_by_result_version IS NOT NULL
            ), offender AS (
                SELECT bet_leg.bet_id AS id,
                       format('bet %s on %s of market %s saw gate version %s, which is closed from %s on',
                              bet_leg.bet_id, bet_leg.selection_id, bet_leg.market_id, bet_leg.gate_version,
                              closed.gate_version) AS what
                  FROM bet_leg
                  JOIN closed ON closed.market_id = bet_leg.market_id AND closed.selection_id = bet_leg.selection_id
                 WHERE bet_leg.gate_version >= closed.gate_version
            )
            SELECT (SELECT count(*) FROM bet_leg) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id))[1] AS first
              FROM offender
            """;

    @Override
    public String name() {
        return "no bet passed a closed gate";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), OFFENDERS, "legs");
    }
}
