package matchnight.bets.account;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.money.CurrencyCode;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads accounts and their balances, now or at a moment. Takes no lock. */
@Component
public final class ReadAccount {

    private static final String READ_ACCOUNT =
            "SELECT " + AccountRows.COLUMNS + " FROM account WHERE account_id = :account";

    private static final String READ_BALANCE = """
            SELECT account_id, currency, available, reserved, version, clock_timestamp() AS as_of
              FROM account
             WHERE account_id = :account
            """;

    // Entries of one account are written in the order of their versions, so the newest one of that time holds the
    // balance
    // of that time; the day leaves out later partitions. A carried-forward entry stands since the one that it stands
    // for,
    // whenever it was written. Before the oldest of them nothing is known.
    private static final String READ_BALANCE_AT_MOMENT = """
            SELECT account.account_id, account.currency,
                   coalesce(newest.available, 0) AS available,
                   coalesce(newest.reserved, 0) AS reserved,
                   coalesce(newest.version, 0) AS version,
                   least(CAST(:moment AS timestamptz), clock_timestamp()) AS as_of,
                   newest.version IS NULL
                       AND EXISTS (SELECT FROM retirement)
                       AND EXISTS (SELECT FROM ledger_entry
                                    WHERE ledger_entry.account_id = account.account_id
                                      AND kind = 'CARRIED_FORWARD') AS is_retired
              FROM account
              LEFT JOIN LATERAL (
                       (SELECT available, reserved, version
                          FROM ledger_entry
                         WHERE ledger_entry.account_id = account.account_id
                           AND written_on <= CAST(:day AS date)
                           AND written_at <= CAST(:moment AS timestamptz)
                           AND kind <> 'CARRIED_FORWARD'
                         ORDER BY version DESC
                         LIMIT 1)
                        UNION ALL
                       (SELECT available, reserved, version
                          FROM ledger_entry
                         WHERE ledger_entry.account_id = account.account_id
                           AND kind = 'CARRIED_FORWARD'
                           AND happened_at <= CAST(:moment AS timestamptz)
                           AND EXISTS (SELECT FROM retirement)
                         ORDER BY version DESC
                         LIMIT 1)
                        ORDER BY version DESC
                        LIMIT 1) AS newest ON true
             WHERE account.account_id = :account
            """;

    private final JdbcClient jdbc;

    ReadAccount(@Qualifier("readerJdbc") JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<Account> account(AccountId accountId) {
        return jdbc.sql(READ_ACCOUNT)
                .param("account", accountId.value())
                .query(AccountRows::account)
                .optional();
    }

    public Optional<BalanceView> balance(AccountId accountId) {
        return jdbc.sql(READ_BALANCE)
                .param("account", accountId.value())
                .query(ReadAccount::balance)
                .optional();
    }

    /**
     * The balance after the newest entry that had been written at the moment; for a moment to come, the one now.
     *
     * @throws ProblemException 410 if the entries of that time have been retired
     */
    public Optional<BalanceView> balanceAt(AccountId accountId, Instant moment) {
        var utc = moment.atOffset(ZoneOffset.UTC);
        return jdbc.sql(READ_BALANCE_AT_MOMENT)
                .param("account", accountId.value())
                .param("moment", utc)
                .param("day", utc.toLocalDate())
                .query(ReadAccount::balanceOnRecord)
                .optional();
    }

    private static BalanceView balanceOnRecord(ResultSet row, int rowNumber) throws SQLException {
        if (row.getBoolean("is_retired")) {
            throw new ProblemException(ProblemCode.RETIRED, "The entries of that time are no longer kept here");
        }
        return balance(row, rowNumber);
    }

    private static BalanceView balance(ResultSet row, int rowNumber) throws SQLException {
        var balance = new AccountBalance(
                new AccountId(row.getString("account_id")),
                CurrencyCode.of(row.getString("currency")),
                row.getLong("available"),
                row.getLong("reserved"),
                row.getLong("version"));
        Instant asOf = row.getObject("as_of", OffsetDateTime.class).toInstant();
        return new BalanceView(balance, asOf, BalanceView.PRIMARY);
    }
}
