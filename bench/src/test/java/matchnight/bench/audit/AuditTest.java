package matchnight.bench.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.audit.Invariant;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proofs must see: each way of spoiling a sound ledger turns the right one of them red. */
class AuditTest {

    /**
     * Two accounts. ann has an open bet and one that was lost, then corrected to won; ben has a voided one. Rows are written as the
     * services write them, so that every proof has something to look at.
     */
    private static final String SOUND_LEDGER = """
            INSERT INTO event (event_id, name) VALUES ('e', 'Home-Away');
            INSERT INTO market (market_id, event_id, name, starts_at, settle_by, owner, status, limit_currency,
                                liability_limit, min_stake, max_stake, version)
            VALUES ('done', 'e', '1X2', now(), now(), 'desk', 'CLOSED', 'GBP', 1000000, 1, 100000, 5),
                   ('open', 'e', 'OU', now(), now(), 'desk', 'OPEN', 'GBP', 1000000, 1, 100000, 1);
            INSERT INTO selection (market_id, selection_id, ordinal, name, price, status, shut_by_result_version)
            VALUES ('done', 'H', 1, 'H', '2.00', 'OPEN', 2), ('done', 'A', 2, 'A', '2.00', 'OPEN', 2),
                   ('open', 'over', 1, 'over', '2.00', 'OPEN', NULL);
            INSERT INTO result_event (market_id, version, event_id, type, certainty, outcomes, content_hash, occurred_at,
                                      kafka_partition, kafka_offset, kafka_timestamp)
            VALUES ('done', 1, 'e', 'RESULT', 'CONFIRMED',
                    '[{"selectionId": "H", "result": "LOST"}, {"selectionId": "A", "result": "VOID"}]', '', now(), 0, 0, now()),
                   ('done', 2, 'e', 'RESULT', 'CONFIRMED',
                    '[{"selectionId": "H", "result": "WON"}, {"selectionId": "A", "result": "VOID"}]', '', now(), 0, 1, now());
            INSERT INTO account (account_id, currency, available, reserved, version)
            VALUES ('ann', 'GBP', 10000, 500, 8), ('ben', 'GBP', 10000, 0, 3);
            INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns, received_at,
                             accepted_at, settle_by, owner)
            SELECT bet_id, account_id, 'SINGLE', 'GBP', 500, 500, 1, 1000, now(), now(), now(), 'desk'
              FROM (VALUES (uuidv7(), 'ann'), (uuidv7(), 'ann'), (uuidv7(), 'ben')) AS bets (bet_id, account_id);
            CREATE TEMPORARY TABLE the_bet ON COMMIT DROP AS
            SELECT bet_id, account_id,
                   CASE row_number() OVER (ORDER BY bet_id) WHEN 1 THEN 'corrected' WHEN 2 THEN 'open' ELSE 'void' END AS part
              FROM bet;
            INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked, price,
                                 best_odds_guaranteed, gate_version, liability, limit_currency)
            SELECT bet_id, 1, account_id, CASE part WHEN 'open' THEN 'open' ELSE 'done' END,
                   CASE part WHEN 'open' THEN 'over' WHEN 'void' THEN 'A' ELSE 'H' END, 'e', '2.00', '2.00', false, 2, 500, 'GBP'
              FROM the_bet;
            INSERT INTO market_exposure (market_id, selection_id, bucket, liability, share)
            VALUES ('done', 'H', 0, 300, 500000), ('done', 'H', 1, 200, 500000), ('done', 'A', 0, 0, 1000000),
                   ('open', 'over', 0, 500, 1000000);
            INSERT INTO bet_settlement (bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version, proof,
                                        settled_at)
            SELECT bet_id, 1, account_id, 'SETTLED'::bet_settlement_kind, 0, 'RESULT', 'done@1', 1, '{}'::jsonb, now()
              FROM the_bet WHERE part = 'corrected'
            UNION ALL
            SELECT bet_id, 2, account_id, 'SETTLED', 1000, 'RESULT', 'done@2', 1, '{}', now()
              FROM the_bet WHERE part = 'corrected'
            UNION ALL
            SELECT bet_id, 1, account_id, 'VOIDED', 500, 'RESULT', 'done@1', 1, '{}', now() FROM the_bet WHERE part = 'void';
            CREATE TEMPORARY TABLE the_entry (account_id text, version bigint, kind ledger_entry_kind, available_change bigint,
                    reserved_change bigint, available bigint, reserved bigint, part text, settlement_version integer) ON COMMIT DROP;
            INSERT INTO the_entry VALUES
                ('ann', 1, 'DEPOSIT',              10000,    0, 10000,    0, NULL,        NULL),
                ('ann', 2, 'STAKE_RESERVED',        -500,  500,  9500,  500, 'corrected', NULL),
                ('ann', 3, 'STAKE_RESERVED',        -500,  500,  9000, 1000, 'open',      NULL),
                ('ann', 4, 'STAKE_DEBITED',            0, -500,  9000,  500, 'corrected', 1),
                ('ann', 5, 'STAKE_DEBIT_REVERSED',     0,  500,  9000, 1000, 'corrected', 2),
                ('ann', 6, 'STAKE_DEBITED',            0, -500,  9000,  500, 'corrected', 2),
                ('ann', 7, 'RETURNS_CREDITED',      1000,    0, 10000,  500, 'corrected', 2),
                ('ann', 8, 'DEPOSIT',                  0,    0, 10000,  500, NULL,        NULL),
                ('ben', 1, 'DEPOSIT',              10000,    0, 10000,    0, NULL,        NULL),
                ('ben', 2, 'STAKE_RESERVED',        -500,  500,  9500,  500, 'void',      NULL),
                ('ben', 3, 'STAKE_RELEASED',         500, -500, 10000,    0, 'void',      1);
            INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change, available,
                                      reserved, bet_id, settlement_version, transaction_id, happened_at, written_at)
            SELECT the_entry.account_id, version, (now() AT TIME ZONE 'UTC')::date, kind, available_change, reserved_change,
                   available, reserved, bet_id, settlement_version, CASE WHEN kind = 'DEPOSIT' THEN gen_random_uuid() END,
                   now(), now()
              FROM the_entry LEFT JOIN the_bet USING (part);
            INSERT INTO outbox (written_on, type, account_id, account_version, bet_id, settlement_version, written_at)
            SELECT (now() AT TIME ZONE 'UTC')::date,
                   (CASE WHEN bet_id IS NULL THEN 'BalanceChanged'
                         WHEN settlement_version IS NULL THEN 'BetAccepted'
                         WHEN kind = 'STAKE_RELEASED' THEN 'BetVoided'
                         WHEN settlement_version = 1 THEN 'BetSettled'
                         ELSE 'BetResettled' END)::outbox_event_type,
                   account_id, version, bet_id, settlement_version, now()
              FROM ledger_entry WHERE NOT (account_id = 'ann' AND version IN (5, 6)) ORDER BY account_id, version;
            INSERT INTO idempotency (account_id, operation, idempotency_key, request_hash, outcome, bet_id, entry_version,
                                     entry_written_on, reply_version, written_at)
            SELECT account_id, CASE kind WHEN 'DEPOSIT' THEN 'DEPOSIT' ELSE 'BET' END, 'key-' || version, '', 'ACCEPTED', bet_id,
                   version, written_on, 1, now()
              FROM ledger_entry WHERE kind IN ('DEPOSIT', 'STAKE_RESERVED');
            """;

    private static TestDatabase database;

    /** A way to spoil the ledger, and the proof that must see it with words that name the offender. */
    record Spoiling(String sql, String invariant, String named) {
        @Override
        public String toString() {
            return sql;
        }
    }

    static Stream<Spoiling> spoilings() {
        String newest = "(SELECT bet_id FROM bet_settlement WHERE version = 2)";
        return Stream.of(
                new Spoiling(
                        "UPDATE account SET available = available + 1 WHERE account_id = 'ben'",
                        "ledger equals balances",
                        "account ben has 10001 available"),
                new Spoiling(
                        "DELETE FROM ledger_entry WHERE account_id = 'ann' AND version = 7",
                        "ledger equals balances",
                        "account ann"),
                new Spoiling(
                        "DELETE FROM ledger_entry WHERE account_id = 'ann' AND version = 8",
                        "entries continue one another without gap or twin",
                        "account ann is at version 8, its newest entry is 7"),
                new Spoiling(
                        "DELETE FROM ledger_entry WHERE account_id = 'ann' AND version = 4",
                        "entries continue one another without gap or twin",
                        "entry 5 of account ann follows entry 3"),
                new Spoiling(
                        "UPDATE ledger_entry SET available = available - 1 WHERE account_id = 'ben' AND version = 2",
                        "entries continue one another without gap or twin",
                        "entry 2 of account ben"),
                new Spoiling(
                        "INSERT INTO ledger_entry SELECT account_id, version, written_on + 1, kind, available_change,"
                                + " reserved_change, available, reserved, bet_id, settlement_version, transaction_id, happened_at,"
                                + " written_at FROM ledger_entry WHERE account_id = 'ben' AND version = 3",
                        "entries continue one another without gap or twin",
                        "entry 3 of account ben follows entry 3"),
                new Spoiling(
                        "UPDATE account SET reserved = 0 WHERE account_id = 'ann'",
                        "reserved equals the open bets",
                        "account ann has 0 reserved, its open bets staked 500"),
                new Spoiling(
                        "UPDATE ledger_entry SET bet_id = gen_random_uuid() WHERE account_id = 'ben' AND version = 2",
                        "every bet is in the ledger once",
                        "0 reservations"),
                new Spoiling(
                        "DELETE FROM bet_leg WHERE account_id = 'ben'",
                        "every bet is in the ledger once",
                        "of account ben has no leg"),
                new Spoiling(
                        "INSERT INTO bet_leg SELECT uuidv7(), 7, account_id, 'other', 'over', 'e', price_asked, price,"
                                + " each_way_fraction, each_way_places, best_odds_guaranteed, gate_version, 0,"
                                + " limit_currency, limit_rate FROM bet_leg WHERE account_id = 'ben' LIMIT 1",
                        "every bet is in the ledger once",
                        "leg 7 of account ben has no bet"),
                new Spoiling(
                        "DELETE FROM bet_settlement WHERE account_id = 'ben'",
                        "every bet on a decided market is settled once",
                        "is OPEN, though 1 of its 1 legs are decided"),
                new Spoiling(
                        "DELETE FROM bet_settlement WHERE account_id = 'ben'",
                        "every settlement moved its money once",
                        "settlement 1 of bet"),
                new Spoiling(
                        "DELETE FROM result_event WHERE market_id = 'done'",
                        "every bet on a decided market is settled once",
                        "is SETTLED, though 0 of its 1 legs are decided"),
                new Spoiling(
                        "WITH forgotten AS (DELETE FROM result_event WHERE market_id = 'done')"
                                + " INSERT INTO bet_leg SELECT bet_id, 2, account_id, 'open', 'over', 'e', price_asked, price,"
                                + " each_way_fraction, each_way_places, best_odds_guaranteed, gate_version, liability,"
                                + " limit_currency, limit_rate FROM bet_leg WHERE bet_id = " + newest,
                        "every bet on a decided market is settled once",
                        "is SETTLED, though 0 of its 2 legs are decided"),
                new Spoiling(
                        // Accepted at the window's very end, which belongs to it.
                        "INSERT INTO result_event (market_id, version, event_id, type, window_to, content_hash, occurred_at,"
                                + " kafka_partition, kafka_offset, kafka_timestamp)"
                                + " SELECT 'open', 1, 'e', 'CANCEL', accepted_at, '', now(), 0, 0, now()"
                                + " FROM bet JOIN bet_leg USING (bet_id) WHERE market_id = 'open'",
                        "every bet on a decided market is settled once",
                        "is OPEN, though 1 of its 1 legs are decided"),
                new Spoiling(
                        "INSERT INTO result_override (market_id, version, override_number, event_id, type, content_hash,"
                                + " occurred_at, incident_id, decided_by)"
                                + " VALUES ('done', 2, 1, 'e', 'ROLLBACK', '', now(), gen_random_uuid(), 'p')",
                        "every bet on a decided market is settled once",
                        "is SETTLED, though 0 of its 1 legs are decided"),
                new Spoiling(
                        "UPDATE bet_settlement SET returns = 900 WHERE version = 2",
                        "every settlement moved its money once",
                        "is SETTLED with 900 paid after 0, but its entries moved 1000"),
                new Spoiling(
                        "UPDATE bet_settlement SET version = 3 WHERE version = 2",
                        "every settlement moved its money once",
                        "settlement 2 of bet"),
                new Spoiling(
                        "INSERT INTO bet_settlement SELECT bet_id, 3, account_id, kind, returns, cause_type, cause_ref,"
                                + " rule_version, exact_returns, proof, settled_at FROM bet_settlement WHERE bet_id = "
                                + newest
                                + " AND version = 2",
                        "every settlement moved its money once",
                        "settlement 3 of bet"),
                new Spoiling(
                        "INSERT INTO bet_settlement SELECT uuidv7(), 1, account_id, kind, returns, cause_type, cause_ref,"
                                + " rule_version, exact_returns, proof, settled_at FROM bet_settlement WHERE bet_id = "
                                + newest
                                + " AND version = 2",
                        "every settlement moved its money once",
                        ", which is not there, is SETTLED"),
                new Spoiling(
                        "UPDATE market_exposure SET liability = liability + 1 WHERE market_id = 'done' AND bucket = 1",
                        "exposure equals the liability of standing bets",
                        "selection H of market done has 501 counted, its standing bets are liable for 500"),
                new Spoiling(
                        "DELETE FROM market_exposure WHERE market_id = 'open'",
                        "exposure equals the liability of standing bets",
                        "selection over of market open has 0 counted, its standing bets are liable for 500"),
                new Spoiling(
                        "INSERT INTO exposure_due (bet_id, settlement_version, is_given_back)"
                                + " SELECT bet_id, 1, true FROM bet_settlement WHERE kind = 'VOIDED'",
                        "exposure equals the liability of standing bets",
                        "selection A of market done has 0 counted, its standing bets are liable for 500"),
                new Spoiling(
                        "INSERT INTO bet_settlement SELECT bet_id, 3, account_id, 'VOIDED', 500, cause_type, cause_ref,"
                                + " rule_version, exact_returns, proof, settled_at FROM bet_settlement WHERE version = 2",
                        "exposure equals the liability of standing bets",
                        "selection H of market done has 500 counted, its standing bets are liable for 0"),
                new Spoiling(
                        "UPDATE bet_leg SET gate_version = 6 WHERE market_id = 'done' AND account_id = 'ben'",
                        "no bet passed a closed gate",
                        "on A of market done saw gate version 6, which is closed from 6 on"),
                new Spoiling(
                        "DELETE FROM outbox WHERE type = 'BetVoided'",
                        "every effect is in the outbox once",
                        "version 3 of account ben"),
                new Spoiling(
                        "INSERT INTO outbox (written_on, type, account_id, account_version, written_at)"
                                + " SELECT written_on, type, account_id, account_version, written_at FROM outbox"
                                + " WHERE account_id = 'ben' AND account_version = 1",
                        "every effect is in the outbox once",
                        "announced by 2 outbox rows"),
                new Spoiling(
                        "DELETE FROM idempotency WHERE account_id = 'ann' AND idempotency_key = 'key-3'",
                        "every accepted key names its one effect",
                        "entry 3 of account ann"),
                new Spoiling(
                        "UPDATE idempotency SET entry_version = 2 WHERE account_id = 'ann' AND idempotency_key = 'key-3'",
                        "every accepted key names its one effect",
                        "entry 2 of account ann"));
    }

    @BeforeAll
    static void makeASoundLedger() throws SQLException {
        database = SharedServers.postgres().createMigratedDatabase();
        try (Connection connection = database.connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(SOUND_LEDGER);
            connection.commit();
        }
    }

    @AfterAll
    static void dropIt() {
        database.close();
    }

    @Test
    void aSoundLedgerIsFoundSoundByTheRoleThatMayOnlyRead() throws SQLException {
        try (Connection reader = database.connect(DatabaseRole.READER)) {
            for (Finding finding : findings(reader)) {
                assertThat(finding.ok()).as(finding.toString()).isTrue();
                assertThat(finding.detail()).doesNotStartWith("0 ");
            }
        }
    }

    /** Statements that change what is decided, and leave every bet as it should stand. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                // Void by a person, who is not asked for a result.
                "WITH forgotten AS (DELETE FROM result_event WHERE market_id = 'done')"
                        + " UPDATE bet_settlement SET cause_type = 'PERSON'",
                // Undone again, by an event of its very window; another window undoes nothing.
                "INSERT INTO result_event (market_id, version, event_id, type, window_to, content_hash, occurred_at,"
                        + " kafka_partition, kafka_offset, kafka_timestamp)"
                        + " SELECT 'open', version, 'e', type, now() + interval '1 hour', '', now(), 0, 0, now()"
                        + " FROM (VALUES (1, 'CANCEL'), (2, 'ROLLBACK_CANCEL')) AS events (version, type)",
                // Not for the bets that are there: accepted behind it.
                "INSERT INTO result_event (market_id, version, event_id, type, window_to, content_hash, occurred_at,"
                        + " kafka_partition, kafka_offset, kafka_timestamp)"
                        + " SELECT 'open', 1, 'e', 'CANCEL', min(accepted_at) - interval '1 microsecond', '', now(), 0, 0, now()"
                        + " FROM bet",
            })
    void whatLeavesEveryBetAsItShouldStandIsFoundSound(String sql) throws SQLException {
        try (Connection superuser = database.connectAsSuperuser();
                Statement statement = superuser.createStatement()) {
            superuser.setAutoCommit(false);
            statement.execute("SET LOCAL session_replication_role = replica");
            assertThat(statement.executeUpdate(sql)).isPositive();
            assertThat(findings(superuser))
                    .filteredOn(finding -> finding.name().equals("every bet on a decided market is settled once"))
                    .allSatisfy(finding ->
                            assertThat(finding.ok()).as(finding.toString()).isTrue());
            superuser.rollback();
        }
    }

    @ParameterizedTest
    @MethodSource("spoilings")
    void aSpoiltLedgerIsSeenAndTheFirstOffenderNamed(Spoiling spoiling) throws SQLException {
        try (Connection superuser = database.connectAsSuperuser();
                Statement statement = superuser.createStatement()) {
            superuser.setAutoCommit(false);
            statement.execute("SET LOCAL session_replication_role = replica");
            assertThat(statement.executeUpdate(spoiling.sql())).isPositive();
            assertThat(findings(superuser))
                    .filteredOn(finding -> finding.name().equals(spoiling.invariant()))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.ok()).isFalse();
                        assertThat(finding.detail()).contains(spoiling.named());
                    });
            superuser.rollback();
        }
    }

    private static List<Finding> findings(Connection connection) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (Invariant invariant : Invariant.all()) {
            findings.add(invariant.check(connection));
        }
        return findings;
    }
}
