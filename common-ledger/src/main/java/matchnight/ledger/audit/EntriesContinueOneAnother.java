package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Every entry has the next version of its account and the balances that its changes make of those before, and the
 * account's row stands at its newest entry.
 *
 * <p>Where a day was retired, a carried-forward entry stands for the last one of the account that went with it, under the
 * same version and with the same balances. What remains of a history before the newest such entry may have gaps, for days
 * go when nothing needs them any more and not one after another; behind it there is none.
 */
public record EntriesContinueOneAnother() implements Invariant {

    private static final String OFFENDERS = """
            entry AS (
                SELECT account_id, version, kind, available_change, reserved_change, available, reserved,
                       coalesce(max(version) FILTER (WHERE kind = 'CARRIED_FORWARD') OVER (PARTITION BY account_id), 0)
                           AS version_carried,
                       lag(version, 1, 0::bigint) OVER in_order AS version_before,
                       lag(available, 1, 0::bigint) OVER in_order AS available_before,
                       lag(reserved, 1, 0::bigint) OVER in_order AS reserved_before
                  FROM ledger_entry
                WINDOW in_order AS (PARTITION BY account_id ORDER BY version, kind = 'CARRIED_FORWARD', written_on)
            ), newest AS (
                SELECT account_id, max(version) AS version
                  FROM ledger_entry
                 GROUP BY account_id
            ), offender AS (
                SELECT account_id AS id, version,
                       format('entry %s of account %s follows entry %s of %s and %s with changes of %s and %s to %s and %s',
                              version, account_id, version_before, available_before, reserved_before,
                              available_change, reserved_change, available, reserved) AS what
                  FROM entry
                 WHERE CASE WHEN kind = 'CARRIED_FORWARD'
                            THEN available_change <> 0 OR reserved_change <> 0
                                 OR (version = version_before
                                     AND (available <> available_before OR reserved <> reserved_before))
                            WHEN version = version_before + 1
                            THEN available <> available_before + available_change
                                 OR reserved <> reserved_before + reserved_change
                            ELSE version > version_carried OR version = version_before END
                UNION ALL
                SELECT account.account_id, account.version,
                       format('account %s is at version %s, its newest entry is %s',
                              account.account_id, account.version, coalesce(newest.version, 0))
                  FROM account
                  LEFT JOIN newest ON newest.account_id = account.account_id
                 WHERE account.version <> coalesce(newest.version, 0)
            )
            """;

    private static final String SUMMARY = """
            SELECT (SELECT count(*) FROM ledger_entry) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id, version))[1] AS first
              FROM offender
            """;

    // Of each account the first: what follows a break is out of step because of it.
    private static final String LIST = """
            SELECT rows_read, id, version, what
              FROM (SELECT count(*) AS rows_read FROM ledger_entry) AS counted
              LEFT JOIN (SELECT DISTINCT ON (id) id, version, what FROM offender ORDER BY id, version) AS first ON true
             ORDER BY id
            """;

    /**
     * Where an account's history breaks.
     *
     * @param version of the first entry that does not continue the one before it, or that is missing at the end
     * @param what in words
     */
    public record Break(String accountId, long version, String what) {}

    /** Which of these accounts have a history that breaks, each with its first break. */
    public static Looked<Break> among(Connection connection, AccountSlice slice) throws SQLException {
        return OffenderQuery.list(
                connection,
                slice,
                OFFENDERS + LIST,
                row -> new Break(row.getString("id"), row.getLong("version"), row.getString("what")));
    }

    @Override
    public String name() {
        return "entries continue one another without gap or twin";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), "WITH " + OFFENDERS + SUMMARY, "entries");
    }
}
