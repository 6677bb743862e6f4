package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.sql.ColumnArrays;

/**
 * A plain look at accounts before anything is locked: it spares the locks to those whom it would refuse. The locked row
 * decides.
 */
record AccountLook(CurrencyCode currency, AccountState state) {

    private static final String LOOK_WITHOUT_LOCK = """
            SELECT account_id, currency,
                   CASE WHEN state_until <= clock_timestamp() THEN 'ACTIVE' ELSE state END AS state_now
              FROM account
             WHERE account_id = ANY (?)
            """;

    static Map<AccountId, AccountLook> lookAt(Connection connection, Collection<AccountId> accountIds)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOOK_WITHOUT_LOCK)) {
            ColumnArrays.from(statement, 1, List.copyOf(accountIds)).bind("text", AccountId::value);
            try (ResultSet rows = statement.executeQuery()) {
                Map<AccountId, AccountLook> looks = new HashMap<>();
                while (rows.next()) {
                    looks.put(
                            new AccountId(rows.getString("account_id")),
                            new AccountLook(
                                    CurrencyCode.of(rows.getString("currency")),
                                    AccountState.valueOf(rows.getString("state_now"))));
                }
                return looks;
            }
        }
    }
}
