package matchnight.settlement.testing;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * A day long over with history in it: partitions, and accounts that each deposited 100, staked 10 on one bet and lost it,
 * all on that day. Written by the superuser in the shape that the services write.
 */
public final class PastDay {

    private static final List<String> TABLES = List.of("bet", "bet_leg", "bet_settlement", "ledger_entry", "outbox");

    private final World world;
    private final LocalDate day;

    private PastDay(World world, LocalDate day) {
        this.world = world;
        this.day = day;
    }

    /** Makes the partitions of a day so many days ago, and lets the relay have been everywhere. */
    public static PastDay ago(World world, int days) throws SQLException {
        PastDay past = new PastDay(world, LocalDate.now(ZoneOffset.UTC).minusDays(days));
        for (String table : TABLES) {
            past.createPartition(table);
        }
        return past;
    }

    public LocalDate day() {
        return day;
    }

    public String partition(String table) {
        return table + "_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    }

    private void createPartition(String table) throws SQLException {
        String part = partition(table);
        world.execute("CREATE TABLE %s (LIKE %s INCLUDING ALL)".formatted(part, table));
        world.execute("ALTER TABLE %s OWNER TO migrator".formatted(part));
        boolean byDay = table.equals("ledger_entry") || table.equals("outbox");
        String bound = byDay ? "'%s'" : "uuidv7_lower_bound('%s 00:00:00+00')";
        world.execute(
                "DO $$BEGIN EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%%L) TO (%%L)', %s, %s); END$$"
                        .formatted(table, part, bound.formatted(day), bound.formatted(day.plusDays(1))));
    }

    /** So many accounts called {@code prefix-n}, each with four entries and a lost bet on the market. */
    public void lostBets(String prefix, int count, String market) throws SQLException {
        write("""
                INSERT INTO account (account_id, currency, available, reserved, version)
                SELECT '%1$s-' || n, 'GBP', 9000, 0, 4 FROM generate_series(1, %2$d) AS n
                ON CONFLICT DO NOTHING
                """, prefix, count, market);
        write("""
                INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns,
                                 received_at, accepted_at, settle_by, owner)
                SELECT pg_temp.past_id(n), '%1$s-' || n, 'SINGLE', 'GBP', 1000, 1000, 1, 2500, at, at, at + interval '3 hours', 'desk-1'
                  FROM generate_series(1, %2$d) AS n CROSS JOIN pg_temp.past_moment()
                """, prefix, count, market);
        write("""
                INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked, price,
                                     best_odds_guaranteed, gate_version, liability, limit_currency)
                SELECT pg_temp.past_id(n), 1, '%1$s-' || n, '%3$s', 'H', 'event-%3$s', '2.50', '2.50', false, 1, 0, 'GBP'
                  FROM generate_series(1, %2$d) AS n
                """, prefix, count, market);
        write("""
                INSERT INTO bet_settlement (bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version,
                                            proof, settled_at)
                SELECT pg_temp.past_id(n), 1, '%1$s-' || n, 'SETTLED', 0, 'RESULT', '1', 1, '{}', at
                  FROM generate_series(1, %2$d) AS n CROSS JOIN pg_temp.past_moment()
                """, prefix, count, market);
        write("""
                INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change, available,
                                          reserved, bet_id, settlement_version, transaction_id, happened_at, written_at)
                SELECT '%1$s-' || n, version, (at AT TIME ZONE 'UTC')::date, kind::ledger_entry_kind, a, r, available, reserved,
                       CASE WHEN version > 1 THEN pg_temp.past_id(n) END, CASE WHEN version > 2 THEN 1 END,
                       CASE WHEN version = 1 THEN gen_random_uuid() END, at, at
                  FROM generate_series(1, %2$d) AS n
                 CROSS JOIN pg_temp.past_moment()
                 CROSS JOIN (VALUES (1, 'DEPOSIT', 10000, 0, 10000, 0), (2, 'STAKE_RESERVED', -1000, 1000, 9000, 1000),
                                    (3, 'STAKE_RELEASED', 1000, -1000, 10000, 0), (4, 'STAKE_DEBITED', -1000, 0, 9000, 0))
                         AS entry (version, kind, a, r, available, reserved)
                """, prefix, count, market);
        write("""
                INSERT INTO outbox (outbox_id, written_on, type, account_id, account_version, bet_id, settlement_version, written_at)
                SELECT -(abs(hashtext('%1$s')) %% 1000 + 1) * 100000 - n * 10 + version, (at AT TIME ZONE 'UTC')::date, type::outbox_event_type, '%1$s-' || n, version,
                       CASE WHEN version > 1 THEN pg_temp.past_id(n) END, CASE WHEN version > 2 THEN 1 END, at
                  FROM generate_series(1, %2$d) AS n
                 CROSS JOIN pg_temp.past_moment()
                 CROSS JOIN (VALUES (1, 'BalanceChanged'), (2, 'BetAccepted'), (4, 'BetSettled')) AS event (version, type)
                """, prefix, count, market);
    }

    private void write(String sql, String prefix, int count, String market) throws SQLException {
        world.execute("""
                CREATE FUNCTION pg_temp.past_moment() RETURNS TABLE (at timestamptz) LANGUAGE sql AS
                    $$SELECT timestamptz '%1$s 12:00:00+00'$$;
                CREATE FUNCTION pg_temp.past_id(n bigint) RETURNS uuid LANGUAGE sql AS
                    $$SELECT (left(uuidv7_lower_bound('%1$s 12:00:00+00')::text, 14) || '7000-8' || lpad(to_hex(abs(hashtext('%2$s')) %% 4096), 3, '0')
                              || '-' || lpad(to_hex(n), 12, '0'))::uuid$$;
                %3$s
                """.formatted(day, prefix, sql.formatted(prefix, count, market)));
    }
}
