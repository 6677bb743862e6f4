package matchnight.bets.account;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.money.CurrencyCode;
import org.jspecify.annotations.Nullable;

/** Reads account rows. */
final class AccountRows {

    /** The columns that {@link #account} reads. A state is over once the database's clock has passed its end. */
    static final String COLUMNS = """
            account_id, currency,
            CASE WHEN state_until <= clock_timestamp() THEN 'ACTIVE' ELSE state END AS state_now,
            CASE WHEN state_until <= clock_timestamp() THEN NULL ELSE state_until END AS until_now,
            CASE WHEN state_until <= clock_timestamp() THEN NULL ELSE state_reason END AS reason_now,
            created_at
            """;

    private AccountRows() {}

    static Account account(ResultSet row, int rowNumber) throws SQLException {
        return new Account(
                new AccountId(row.getString("account_id")),
                CurrencyCode.of(row.getString("currency")),
                AccountState.valueOf(row.getString("state_now")),
                nullableInstant(row, "until_now"),
                row.getString("reason_now"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }

    static @Nullable Instant nullableInstant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
