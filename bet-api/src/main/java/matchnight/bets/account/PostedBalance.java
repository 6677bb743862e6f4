package matchnight.bets.account;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;
import matchnight.ledger.money.CurrencyCode;

/** Reads the balance that a ledger entry left, for answers that must say the same again. */
public final class PostedBalance {

    private static final String READ_BALANCE_AFTER_ENTRY = """
            SELECT available, reserved, version
              FROM ledger_entry
             WHERE account_id = ? AND version = ? AND written_on = ?
            """;

    private PostedBalance() {}

    public static AccountBalance read(
            Connection connection, AccountId accountId, CurrencyCode currency, EntryReference entry)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_BALANCE_AFTER_ENTRY)) {
            statement.setString(1, accountId.value());
            statement.setLong(2, entry.version());
            statement.setObject(3, entry.writtenOn());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException("Entry " + entry + " stands under a key and is not stored");
                }
                return new AccountBalance(
                        accountId, currency, row.getLong("available"), row.getLong("reserved"), row.getLong("version"));
            }
        }
    }
}
