package matchnight.settlement.debt;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.settlement.admin.ListPosition;

/** Reads which accounts are in debt now. */
final class DebtReading {

    // No index reads a balance, so that every movement stays heap-only: the way leads from the settlements that opened
    // a debt to the accounts. A debt that was paid left no date, or the date of a later one. Where several settlements
    // of
    // one batch took an account below zero, the last one left it there.
    private static final String OPEN_DEBTS = """
            SELECT DISTINCT ON (debt.account_id)
                   debt.account_id, account.currency, -account.available AS owed, account.debt_since, debt.owner,
                   debt.bet_id, debt.settlement_version
              FROM debt
              JOIN account ON account.account_id = debt.account_id AND account.debt_since = debt.since
             WHERE account.available < 0
             ORDER BY debt.account_id, debt.account_version DESC
            """;

    private static final String OLDEST_FIRST = "SELECT * FROM (" + OPEN_DEBTS + """
            ) AS open_debt
             WHERE (debt_since, account_id) > (?::timestamptz, ?)
             ORDER BY debt_since, account_id
             LIMIT ?
            """;

    private static final String SUMS = "SELECT currency, count(*), sum(owed) FROM (" + OPEN_DEBTS + """
            ) AS open_debt
             GROUP BY currency
            """;

    private final DataSource reader;

    DebtReading(DataSource reader) {
        this.reader = reader;
    }

    /**
     * What accounts of one currency owe.
     *
     * @param minorUnits may be more than 64 bits hold, where exactness ends
     */
    record Sum(long accounts, double minorUnits) {}

    /** Accounts in debt behind a position, the one in debt for longest first. */
    List<Debt> oldestFirst(ListPosition after, int limit) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(OLDEST_FIRST)) {
            statement.setString(1, after.time().toString());
            statement.setString(2, after.id());
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<Debt> debts = new ArrayList<>();
                while (row.next()) {
                    debts.add(debt(row));
                }
                return debts;
            }
        }
    }

    private static Debt debt(ResultSet row) throws SQLException {
        CurrencyCode currency = CurrencyCode.of(row.getString("currency"));
        return new Debt(
                row.getString("account_id"),
                currency.code(),
                new Money(row.getLong("owed"), currency).toDecimalString(),
                row.getObject("debt_since", OffsetDateTime.class).toInstant(),
                row.getString("owner"),
                row.getObject("bet_id", UUID.class),
                row.getInt("settlement_version"));
    }

    /** Sums by currency, in the order of their codes. */
    Map<String, Sum> sums() throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(SUMS);
                ResultSet row = statement.executeQuery()) {
            Map<String, Sum> sums = new TreeMap<>();
            while (row.next()) {
                sums.put(row.getString(1), new Sum(row.getLong(2), row.getDouble(3)));
            }
            return sums;
        }
    }
}
