package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Every bet, settlement, deposit and withdrawal left one outbox row at the account's version that it made, and nothing
 * else did. Entries and rows of one effect have one day, and go with it.
 */
public record EffectsAreInTheOutbox() implements Invariant {

    private static final String OFFENDERS = """
            WITH effect AS (
                SELECT account_id, max(version) AS account_version, bet_id, settlement_version
                  FROM ledger_entry
                 WHERE kind <> 'CARRIED_FORWARD' AND written_on NOT IN (SELECT day FROM retirement)
                 GROUP BY account_id, bet_id, settlement_version, transaction_id
            ), announced AS (
                SELECT account_id, account_version, count(*) AS rows, min(bet_id::text) AS bet_id,
                       min(settlement_version) AS settlement_version, min(type::text) AS type
                  FROM outbox
                 WHERE written_on NOT IN (SELECT day FROM retirement)
                 GROUP BY account_id, account_version
            ), offender AS (
                SELECT coalesce(effect.account_id, announced.account_id) AS id,
                       coalesce(effect.account_version, announced.account_version) AS version,
                       format('version %s of account %s (bet %s, settlement %s) is announced by %s outbox rows (%s of bet %s, settlement %s)',
                              coalesce(effect.account_version, announced.account_version),
                              coalesce(effect.account_id, announced.account_id), effect.bet_id, effect.settlement_version,
                              coalesce(announced.rows, 0), announced.type, announced.bet_id, announced.settlement_version) AS what
                  FROM effect
                  FULL JOIN announced ON announced.account_id = effect.account_id
                                     AND announced.account_version = effect.account_version
                 WHERE effect.account_id IS NULL
                    OR announced.rows IS DISTINCT FROM 1
                    OR announced.bet_id IS DISTINCT FROM effect.bet_id::text
                    OR announced.settlement_version IS DISTINCT FROM effect.settlement_version
                    OR (announced.type = 'BetAccepted') <> (effect.bet_id IS NOT NULL AND effect.settlement_version IS NULL)
                    OR (announced.type = 'BalanceChanged') <> (effect.bet_id IS NULL)
            )
            SELECT (SELECT count(*) FROM effect) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id, version))[1] AS first
              FROM offender
            """;

    @Override
    public String name() {
        return "every effect is in the outbox once";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), OFFENDERS, "effects");
    }
}
