package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What an account has reserved is the sum of its open bets' stakes: of those without a settlement, or reopened by the
 * newest. A retired day holds no open bet.
 */
public record ReservedEqualsOpenBets() implements Invariant {

    private static final String OFFENDERS = """
            newest AS (
                SELECT DISTINCT ON (bet_id) bet_id, kind
                  FROM bet_settlement
                 ORDER BY bet_id, version DESC
            ), open_stake AS (
                SELECT bet.account_id, sum(bet.stake) AS reserved
                  FROM bet
                  LEFT JOIN newest ON newest.bet_id = bet.bet_id
                 WHERE (newest.kind IS NULL OR newest.kind = 'REOPENED')
                   AND uuidv7_day(bet.bet_id) NOT IN (SELECT day FROM retirement)
                 GROUP BY bet.account_id
            ), offender AS (
                SELECT coalesce(account.account_id, open_stake.account_id) AS id, account.reserved,
                       coalesce(open_stake.reserved, 0) AS staked,
                       format('account %s has %s reserved, its open bets staked %s',
                              coalesce(account.account_id, open_stake.account_id), account.reserved,
                              coalesce(open_stake.reserved, 0)) AS what
                  FROM account
                  FULL JOIN open_stake ON open_stake.account_id = account.account_id
                 WHERE account.account_id IS NULL OR account.reserved <> coalesce(open_stake.reserved, 0)
            )
            """;

    private static final String SUMMARY = """
            SELECT (SELECT count(*) FROM account) AS examined,
                   count(*) AS offenders,
                   (array_agg(what ORDER BY id))[1] AS first
              FROM offender
            """;

    private static final String LIST = """
            SELECT rows_read, id, reserved, staked
              FROM (SELECT count(*) AS rows_read FROM bet) AS counted
              LEFT JOIN offender ON true
             ORDER BY id
            """;

    /**
     * An account that has something else reserved than its open bets staked. Minor units.
     *
     * @param staked on the open bets
     */
    public record Drift(String accountId, long reserved, long staked) {}

    /** Which of these accounts have something else reserved than their open bets staked. */
    public static Looked<Drift> among(Connection connection, AccountSlice slice) throws SQLException {
        return OffenderQuery.list(
                connection,
                slice,
                OFFENDERS + LIST,
                row -> new Drift(row.getString("id"), row.getLong("reserved"), row.getLong("staked")));
    }

    @Override
    public String name() {
        return "reserved equals the open bets";
    }

    @Override
    public Finding check(Connection connection) throws SQLException {
        return OffenderQuery.run(connection, name(), "WITH " + OFFENDERS + SUMMARY, "accounts");
    }
}
