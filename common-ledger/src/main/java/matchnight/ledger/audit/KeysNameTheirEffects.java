package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Every accepted key refers to an entry of its account, no two to the same, and every bet, deposit and withdrawal has
 * a key.
 */
public record KeysNameTheirEffects() implements Invariant {

    private static final String OFFENDERS = """
            WITH keyed AS (
                SELECT account_id, entry_version, count(*) AS keys, min(idempotency_key) AS idempotency_key,
                       min(bet_id::text) AS bet_id
                  FROM idempotency
                 WHERE outcome = 'ACCEPTED' AND entry_written_on NOT IN (SELECT day FROM retirement)
                 GROUP BY account_id, entry_version
            ), caused AS (
                SELECT account_id, version, bet_id::text AS bet_id
                  FROM ledger_entry
                 WHERE kind IN ('STAKE_RESERVED', 'DEPOSIT', 'WITHDRAWAL')
                   AND written_on NOT IN (SELECT day FROM retirement)
            ), offender AS (
                SELECT coalesce(keyed.account_id, caused.account_id) AS id,
                       coalesce(keyed.entry_version, caused.version) AS version,
                       format('entry %s of account %s (bet %s) is named by %s keys (first %s, bet %s)',
                              coalesce(keyed.entry_version, caused.version), coalesce(keyed.account_id, caused.account_id),
                              caused.bet_id, coalesce(keyed.keys, 0), keyed.idempotency_key, keyed.bet_id) AS what
                  FROM keyed
                  FULL JOIN caused ON caused.account_id = keyed.account_id AND caused.version = keyed.entry_version
                 WHERE caused.account_id IS NULL
                    OR keyed.keys IS DISTINCT FROM 1
                    OR keyed.bet_id IS DISTINCT FROM caused.bet_id
            )
            SELECT (SELECT count(*) FROM keyed) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id, version))[1] AS first
              FROM offender
            """;

    @Override
    public String name() {
        return "every accepted key names its one effect";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), OFFENDERS, "accepted keys");
    }
}
