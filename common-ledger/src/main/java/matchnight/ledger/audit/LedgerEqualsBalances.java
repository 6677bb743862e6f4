package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Every balance is the sum of its account's entries, from the newest carried-forward entry on where history has been
 * retired.
 */
public record LedgerEqualsBalances() implements Invariant {

    private static final String OFFENDERS = """
            carried AS (
                SELECT DISTINCT ON (account_id) account_id, version, written_on
                  FROM ledger_entry
                 WHERE kind = 'CARRIED_FORWARD'
                 ORDER BY account_id, version DESC, written_on DESC
            ), ledger AS (
                SELECT entry.account_id,
                       sum(CASE WHEN entry.kind = 'CARRIED_FORWARD' THEN entry.available ELSE entry.available_change END) AS available,
                       sum(CASE WHEN entry.kind = 'CARRIED_FORWARD' THEN entry.reserved ELSE entry.reserved_change END) AS reserved
                  FROM ledger_entry entry
                  LEFT JOIN carried ON carried.account_id = entry.account_id
                 WHERE carried.version IS NULL
                    OR entry.version > carried.version
                    OR (entry.version = carried.version AND entry.kind = 'CARRIED_FORWARD' AND entry.written_on = carried.written_on)
                 GROUP BY entry.account_id
            ), offender AS (
                SELECT coalesce(account.account_id, ledger.account_id) AS id,
                       account.available, account.reserved, coalesce(ledger.available, 0) AS ledger_available,
                       coalesce(ledger.reserved, 0) AS ledger_reserved,
                       format('account %s has %s available and %s reserved, its entries say %s and %s',
                              coalesce(account.account_id, ledger.account_id), account.available, account.reserved,
                              coalesce(ledger.available, 0), coalesce(ledger.reserved, 0)) AS what
                  FROM account
                  FULL JOIN ledger ON ledger.account_id = account.account_id
                 WHERE account.account_id IS NULL
                    OR account.available <> coalesce(ledger.available, 0)
                    OR account.reserved <> coalesce(ledger.reserved, 0)
            )
            """;

    private static final String SUMMARY = """
            SELECT (SELECT count(*) FROM account) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id))[1] AS first
              FROM offender
            """;

    private static final String LIST = """
            SELECT rows_read, id, available, reserved, ledger_available, ledger_reserved
              FROM (SELECT count(*) AS rows_read FROM ledger_entry) AS counted
              LEFT JOIN offender ON true
             ORDER BY id
            """;

    /**
     * An account whose balance is not the sum of its entries. Minor units.
     *
     * @param ledgerAvailable what its entries come to
     */
    public record Drift(String accountId, long available, long reserved, long ledgerAvailable, long ledgerReserved) {}

    /** Which of these accounts have another balance than their entries say. */
    public static Looked<Drift> among(Connection connection, AccountSlice slice) throws SQLException {
        return OffenderQuery.list(
                connection,
                slice,
                OFFENDERS + LIST,
                row -> new Drift(
                        row.getString("id"),
                        row.getLong("available"),
                        row.getLong("reserved"),
                        row.getLong("ledger_available"),
                        row.getLong("ledger_reserved")));
    }

    @Override
    public String name() {
        return "ledger equals balances";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), "WITH " + OFFENDERS + SUMMARY, "accounts");
    }
}
