package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The entries of each settlement are what turns the one before it into this one, a bet's settlements are numbered without
 * gap, and none lacks its bet. Bets of retired days and entries that went with one are left out.
 */
public record SettlementsMoveTheirMoney() implements Invariant {

    private static final String OFFENDERS = """
            WITH settlement AS (
                SELECT settlement.bet_id, settlement.version, settlement.kind, settlement.account_id, bet.stake,
                       settlement.settled_at,
                       bet.account_id AS bettor,
                       lag(settlement.version, 1, 0) OVER in_order AS version_before,
                       CASE settlement.kind WHEN 'REOPENED' THEN 0 ELSE settlement.returns END AS paid,
                       CASE settlement.kind WHEN 'REOPENED' THEN 0 ELSE bet.stake END AS released,
                       lag(CASE settlement.kind WHEN 'REOPENED' THEN 0 ELSE settlement.returns END, 1, 0::bigint)
                           OVER in_order AS paid_before,
                       lag(CASE settlement.kind WHEN 'REOPENED' THEN 0 ELSE bet.stake END, 1, 0::bigint)
                           OVER in_order AS released_before
                  FROM bet_settlement settlement
                  LEFT JOIN bet ON bet.bet_id = settlement.bet_id
                 WHERE uuidv7_day(settlement.bet_id) NOT IN (SELECT day FROM retirement)
                WINDOW in_order AS (PARTITION BY settlement.bet_id ORDER BY settlement.version)
            ), on_record AS (
                SELECT * FROM settlement WHERE (settled_at AT TIME ZONE 'UTC')::date NOT IN (SELECT day FROM retirement)
            ), movement AS (
                SELECT bet_id, settlement_version, count(DISTINCT account_id) AS accounts, min(account_id) AS account_id,
                       sum(available_change) AS available_change, sum(reserved_change) AS reserved_change,
                       count(*) - count(DISTINCT kind) AS twins
                  FROM ledger_entry
                 WHERE settlement_version IS NOT NULL
                   AND uuidv7_day(bet_id) NOT IN (SELECT day FROM retirement)
                   AND written_on NOT IN (SELECT day FROM retirement)
                 GROUP BY bet_id, settlement_version
            ), offender AS (
                SELECT coalesce(settlement.bet_id, movement.bet_id) AS id,
                       coalesce(settlement.version, movement.settlement_version) AS version,
                       format('settlement %s of bet %s%s is %s with %s paid after %s, but its entries moved %s available and %s reserved',
                              coalesce(settlement.version, movement.settlement_version),
                              coalesce(settlement.bet_id, movement.bet_id),
                              CASE WHEN settlement.bet_id IS NOT NULL AND settlement.bettor IS NULL
                                   THEN ', which is not there,' END,
                              settlement.kind,
                              settlement.paid,
                              settlement.paid_before, coalesce(movement.available_change, 0),
                              coalesce(movement.reserved_change, 0)) AS what
                  FROM on_record AS settlement
                  FULL JOIN movement ON movement.bet_id = settlement.bet_id AND movement.settlement_version = settlement.version
                 WHERE settlement.bet_id IS NULL
                    OR settlement.bettor IS NULL
                    OR settlement.version <> settlement.version_before + 1
                    OR settlement.account_id <> settlement.bettor
                    OR (settlement.kind = 'VOIDED' AND settlement.paid <> settlement.stake)
                    OR coalesce(movement.accounts, 0) <> 1
                    OR movement.account_id <> settlement.bettor
                    OR movement.twins > 0
                    OR movement.available_change <> settlement.paid - settlement.paid_before
                    OR movement.reserved_change <> settlement.released_before - settlement.released
            )
            SELECT (SELECT count(*) FROM bet_settlement) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id, version))[1] AS first
              FROM offender
            """;

    @Override
    public String name() {
        return "every settlement moved its money once";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), OFFENDERS, "settlements");
    }
}
