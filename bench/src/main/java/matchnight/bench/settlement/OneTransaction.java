package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Settles a set of singles as one giant transaction in plain SQL, writing what the worker writes: the result and its shut
 * selections, then one statement that grades, inserts the settlements with their proofs, locks the accounts in order, moves each
 * balance once, and inserts entries with balances and versions, and outbox rows.
 */
final class OneTransaction {

    private static final String STORE_RESULTS = """
            INSERT INTO result_event (market_id, version, event_id, type, certainty, outcomes, content_hash, occurred_at,
                                      kafka_partition, kafka_offset, kafka_timestamp)
            SELECT market_id, 1, 'result-' || market_id, 'RESULT', 'CONFIRMED', ?::jsonb, sha256(market_id::bytea), now(),
                   0, 0, now()
              FROM unnest(?::text[]) AS market_id
            """;

    private static final String SHUT_SELECTIONS = """
            WITH raised AS (
                UPDATE market SET version = version + 1 WHERE market_id = ANY (?) RETURNING market_id
            )
            UPDATE selection SET shut_by_result_version = 1 FROM raised WHERE selection.market_id = raised.market_id
            """;

    private static final String OUTCOMES = """
            [{"selectionId": "H", "result": "WON"}, {"selectionId": "A", "result": "LOST"}]
            """;

    private static final String SETTLE_ALL = """
            WITH moment AS MATERIALIZED (
                SELECT clock_timestamp() AS at, (clock_timestamp() AT TIME ZONE 'UTC')::date AS on_day
            ), outcome AS MATERIALIZED (
                SELECT market_id, decided ->> 'selectionId' AS selection_id, decided ->> 'result' AS result
                  FROM result_event
                 CROSS JOIN LATERAL jsonb_array_elements(outcomes) AS decided
                 WHERE market_id = ANY (?)
            ), due AS MATERIALIZED (
                SELECT bet.bet_id, bet.account_id, bet.stake, leg.market_id, leg.price, outcome.result,
                       CASE outcome.result WHEN 'WON' THEN bet.stake * (leg.price::numeric * 10000)::bigint ELSE 0 END
                           AS scaled_returns
                  FROM bet_leg AS leg
                  JOIN outcome USING (market_id, selection_id)
                  JOIN bet USING (bet_id)
                 WHERE leg.market_id = ANY (?)
                   AND NOT EXISTS (SELECT FROM bet_settlement WHERE bet_settlement.bet_id = leg.bet_id)
            ), graded AS MATERIALIZED (
                SELECT bet_id, account_id, stake, market_id, result,
                       round(scaled_returns / 10000.0)::bigint AS returns,
                       scaled_returns / gcd(scaled_returns, 1000000)
                           || CASE 1000000 / gcd(scaled_returns, 1000000)
                                  WHEN 1 THEN '' ELSE '/' || 1000000 / gcd(scaled_returns, 1000000) END AS exact_returns
                  FROM due
            ), settled AS (
                INSERT INTO bet_settlement (bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version,
                                            exact_returns, proof, settled_at)
                SELECT bet_id, 1, account_id, 'SETTLED', returns, 'RESULT', market_id || '@1', ?, exact_returns,
                       replace(CASE result WHEN 'WON' THEN ? ELSE ? END, ?, market_id)::jsonb, moment.at
                  FROM graded CROSS JOIN moment
            ), locked AS MATERIALIZED (
                SELECT account_id, available, reserved, version
                  FROM account
                 WHERE account_id IN (SELECT account_id FROM graded)
                 ORDER BY account_id
                   FOR NO KEY UPDATE
            ), entry AS MATERIALIZED (
                SELECT account_id, bet_id, kind, available_change, reserved_change, is_last,
                       (locked.available + sum(available_change) OVER so_far)::bigint AS available,
                       (locked.reserved + sum(reserved_change) OVER so_far)::bigint AS reserved,
                       locked.version + row_number() OVER so_far AS version
                  FROM graded
                  JOIN locked USING (account_id)
                 CROSS JOIN LATERAL (VALUES (1, 'STAKE_DEBITED'::ledger_entry_kind, 0::bigint, -stake, returns = 0),
                                            (2, 'RETURNS_CREDITED', returns, 0::bigint, true))
                                    AS move (step, kind, available_change, reserved_change, is_last)
                 WHERE step = 1 OR returns > 0
                WINDOW so_far AS (PARTITION BY account_id ORDER BY bet_id, step ROWS UNBOUNDED PRECEDING)
            ), moved AS (
                UPDATE account
                   SET available = account.available + change.available_change,
                       reserved = account.reserved + change.reserved_change,
                       version = account.version + change.entries
                  FROM (SELECT account_id, count(*) AS entries, sum(available_change)::bigint AS available_change,
                               sum(reserved_change)::bigint AS reserved_change
                          FROM entry
                         GROUP BY account_id) AS change
                 WHERE account.account_id = change.account_id
            ), written AS (
                INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                          available, reserved, bet_id, settlement_version, happened_at, written_at)
                SELECT account_id, version, on_day, kind, available_change, reserved_change, available, reserved, bet_id, 1,
                       at, at
                  FROM entry CROSS JOIN moment
            )
            INSERT INTO outbox (written_on, type, account_id, account_version, bet_id, settlement_version, written_at)
            SELECT on_day, 'BetSettled', account_id, version, bet_id, 1, at
              FROM entry CROSS JOIN moment
             WHERE is_last
             ORDER BY account_id, version
            """;

    private final Connection owner;
    private final ProofSample sample;

    /**
     * Settles over this connection to the copy.
     *
     * @param sample of proofs as the worker writes them
     */
    OneTransaction(Connection owner, ProofSample sample) throws SQLException {
        this.owner = owner;
        this.sample = sample;
        owner.setAutoCommit(false);
    }

    /** Settles all of them, commits, and returns how many seconds it took from the first statement to the commit's answer. */
    double settle(BetSet set) throws SQLException {
        long beganNanos = System.nanoTime();
        write(set.marketIds().toArray(), set.bets());
        owner.commit();
        return (System.nanoTime() - beganNanos) / 1e9;
    }

    /** The same without the commit, for whoever has more to write in the transaction. */
    void write(Object[] marketIds, int bets) throws SQLException {
        try (Statement memory = owner.createStatement();
                PreparedStatement store = owner.prepareStatement(STORE_RESULTS);
                PreparedStatement shut = owner.prepareStatement(SHUT_SELECTIONS);
                PreparedStatement settle = owner.prepareStatement(SETTLE_ALL)) {
            // The giant is to be as fast as it can be, and the worker's pages need no such memory.
            memory.execute("SET LOCAL work_mem = '256MB'");
            store.setString(1, OUTCOMES);
            store.setArray(2, owner.createArrayOf("text", marketIds));
            store.executeUpdate();
            shut.setArray(1, owner.createArrayOf("text", marketIds));
            shut.executeUpdate();
            settle.setArray(1, owner.createArrayOf("text", marketIds));
            settle.setArray(2, owner.createArrayOf("text", marketIds));
            settle.setShort(3, sample.ruleVersion());
            settle.setString(4, sample.won());
            settle.setString(5, sample.lost());
            settle.setString(6, sample.marketId());
            requireAll(settle.executeUpdate(), bets);
        }
    }

    private void requireAll(int settled, int bets) throws SQLException {
        if (settled != bets) {
            owner.rollback();
            throw new SQLException("One transaction settled " + settled + " of " + bets + " bets");
        }
    }
}
