package matchnight.ledger.audit;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some accounts with their bets, and with all their entries or the newest of them.
 *
 * @param accountIds some hundred at most: what a statement reads is bounded by nothing else
 * @param since entries of earlier days are left out but for the newest of them, which stands for what it leads to, as a
 *     carried-forward entry does; null leaves none out
 */
public record AccountSlice(
        List<String> accountIds, @Nullable LocalDate since) implements Narrowing {

    private static final String ALL_ENTRIES = """
            ledger_entry AS (
                SELECT * FROM public.ledger_entry WHERE account_id = ANY (?)
            )""";

    private static final String NEWEST_ENTRIES = """
            ledger_entry AS (
                SELECT account_id, version, written_on, kind, available_change, reserved_change, available, reserved
                  FROM public.ledger_entry
                 WHERE account_id = ANY (?)
                   AND written_on >= ?
                UNION ALL
                SELECT wanted.account_id, before.version, before.written_on, 'CARRIED_FORWARD', 0, 0, before.available,
                       before.reserved
                  FROM unnest(?) AS wanted (account_id)
                 CROSS JOIN LATERAL (SELECT version, written_on, available, reserved
                                       FROM public.ledger_entry AS entry
                                      WHERE entry.account_id = wanted.account_id COLLATE "C"
                                        AND entry.written_on < ?
                                      ORDER BY version DESC
                                      LIMIT 1) AS before
            )""";

    // A bet's settlements by its id, which leads to one partition: a join of its own choice might read all of them.
    private static final String ACCOUNTS_AND_BETS = """
            ,
            account AS (
                SELECT * FROM public.account WHERE account_id = ANY (?)
            ), bet AS (
                SELECT bet_id, account_id, stake FROM public.bet WHERE account_id = ANY (?)
            ), bet_settlement AS (
                SELECT newest.bet_id, newest.version, newest.kind
                  FROM bet
                 CROSS JOIN LATERAL (SELECT bet_id, version, kind
                                       FROM public.bet_settlement AS settlement
                                      WHERE settlement.bet_id = bet.bet_id
                                      ORDER BY version DESC
                                      LIMIT 1) AS newest
            )""";

    public AccountSlice {
        accountIds = List.copyOf(accountIds);
    }

    @Override
    public String tables() {
        return (since == null ? ALL_ENTRIES : NEWEST_ENTRIES) + ACCOUNTS_AND_BETS;
    }

    @Override
    public void bind(PreparedStatement statement) throws SQLException {
        Array ids = statement.getConnection().createArrayOf("text", accountIds.toArray());
        int next = 1;
        statement.setArray(next++, ids);
        if (since != null) {
            statement.setObject(next++, since);
            statement.setArray(next++, ids);
            statement.setObject(next++, since);
        }
        statement.setArray(next++, ids);
        statement.setArray(next, ids);
    }
}
