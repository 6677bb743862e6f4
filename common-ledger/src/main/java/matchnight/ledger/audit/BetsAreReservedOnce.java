package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Every bet has legs, exactly one reservation of exactly its stake on its own account, and no leg or reservation lacks its
 * bet. Bets of retired days are left out, and those made in the seconds before a retired day, whose reservation may have
 * gone with it.
 */
public record BetsAreReservedOnce() implements Invariant {

    private static final String OFFENDERS = """
            WITH reservation AS (
                SELECT bet_id, count(*) AS entries, min(account_id) AS account_id,
                       sum(available_change) AS available_change, sum(reserved_change) AS reserved_change
                  FROM ledger_entry
                 WHERE kind = 'STAKE_RESERVED' AND uuidv7_day(bet_id) NOT IN (SELECT day FROM retirement)
                 GROUP BY bet_id
            ), expected AS (
                SELECT *
                  FROM bet
                 WHERE uuidv7_day(bet_id) NOT IN (SELECT day FROM retirement)
                   AND uuidv7_day(bet_id) + 1 NOT IN (SELECT day FROM retirement)
                UNION ALL
                SELECT bet.*
                  FROM bet
                  JOIN retirement ON retirement.day = uuidv7_day(bet_id) + 1
                 WHERE uuidv7_day(bet_id) NOT IN (SELECT day FROM retirement)
                   AND bet_id < uuidv7_lower_bound((retirement.day::timestamp AT TIME ZONE 'UTC') - interval '10 seconds')
            ), offender AS (
                SELECT coalesce(bet.bet_id, reservation.bet_id) AS id,
                       format('bet %s of account %s with stake %s has %s reservations of %s in sum',
                              coalesce(bet.bet_id, reservation.bet_id), bet.account_id, bet.stake,
                              coalesce(reservation.entries, 0), reservation.reserved_change) AS what
                  FROM expected AS bet
                  FULL JOIN reservation ON reservation.bet_id = bet.bet_id
                 WHERE (bet.bet_id IS NULL AND uuidv7_day(reservation.bet_id) + 1 NOT IN (SELECT day FROM retirement))
                    OR reservation.entries IS DISTINCT FROM 1
                    OR reservation.account_id <> bet.account_id
                    OR reservation.reserved_change <> bet.stake
                    OR reservation.available_change <> -bet.stake
                UNION ALL
                SELECT bet.bet_id, format('bet %s of account %s has no leg', bet.bet_id, bet.account_id)
                  FROM bet
                 WHERE NOT EXISTS (SELECT FROM bet_leg WHERE bet_leg.bet_id = bet.bet_id)
                   AND uuidv7_day(bet.bet_id) NOT IN (SELECT day FROM retirement)
                UNION ALL
                SELECT leg.bet_id, format('leg %s of account %s has no bet %s', leg.leg_number, leg.account_id, leg.bet_id)
                  FROM bet_leg AS leg
                 WHERE NOT EXISTS (SELECT FROM bet WHERE bet.bet_id = leg.bet_id)
                   AND uuidv7_day(leg.bet_id) NOT IN (SELECT day FROM retirement)
            )
            SELECT (SELECT count(*) FROM bet) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id))[1] AS first
              FROM offender
            """;

    @Override
    public String name() {
        return "every bet is in the ledger once";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), OFFENDERS, "bets");
    }
}
