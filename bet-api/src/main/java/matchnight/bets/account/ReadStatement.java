package matchnight.bets.account;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.money.CurrencyCode;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads an account's ledger entries, newest first. */
@Component
public final class ReadStatement {

    /** Names this list's cursors. */
    public static final String LIST = "statement";

    // Of the entries that carry retired history forward only the newest is shown: the balance brought forward.
    private static final String READ_ENTRIES_BELOW_VERSION = """
            SELECT account_id, version, kind, bet_id, settlement_version, transaction_id,
                   available_change, reserved_change, available, reserved, happened_at, written_at
              FROM ledger_entry
             WHERE account_id = :account
               AND version < :below
               AND (kind <> 'CARRIED_FORWARD'
                    OR NOT EXISTS (SELECT FROM ledger_entry AS other
                                    WHERE other.account_id = :account
                                      AND CASE WHEN other.kind = 'CARRIED_FORWARD'
                                               THEN (other.version, other.written_on)
                                                    > (ledger_entry.version, ledger_entry.written_on)
                                               ELSE other.version = ledger_entry.version END))
             ORDER BY version DESC
             LIMIT :rows
            """;

    private static final String READ_CURRENCY = "SELECT currency FROM account WHERE account_id = :account";

    private final JdbcClient jdbc;

    ReadStatement(@Qualifier("readerJdbc") JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Empty when there is no such account. */
    public Optional<Page<StatementEntry>> page(AccountId accountId, PageRequest request) {
        long below = request.afterKey(Long::parseLong).orElse(Long.MAX_VALUE);
        return jdbc.sql(READ_CURRENCY)
                .param("account", accountId.value())
                .query(String.class)
                .optional()
                .map(code -> page(accountId, CurrencyCode.of(code), request, below));
    }

    private Page<StatementEntry> page(AccountId accountId, CurrencyCode currency, PageRequest request, long below) {
        List<StatementEntry> rows = jdbc.sql(READ_ENTRIES_BELOW_VERSION)
                .param("account", accountId.value())
                .param("below", below)
                .param("rows", request.rowsToRead())
                .query((row, _) -> entry(row, currency))
                .list();
        return Page.of(rows, request, LIST, entry -> Long.toString(entry.version()));
    }

    private static StatementEntry entry(ResultSet row, CurrencyCode currency) throws SQLException {
        return new StatementEntry(
                new AccountId(row.getString("account_id")),
                currency,
                row.getLong("version"),
                row.getString("kind"),
                row.getObject("bet_id", UUID.class),
                row.getObject("settlement_version", Integer.class),
                row.getObject("transaction_id", UUID.class),
                row.getLong("available_change"),
                row.getLong("reserved_change"),
                row.getLong("available"),
                row.getLong("reserved"),
                row.getObject("happened_at", OffsetDateTime.class).toInstant(),
                row.getObject("written_at", OffsetDateTime.class).toInstant());
    }
}
