package matchnight.ledger.account;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.sql.DatabaseClock;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import org.jspecify.annotations.Nullable;

/**
 * The balance rows of one transaction, locked in the one order that everybody uses: ascending account id.
 *
 * <p>Lock last, commit at once: whatever needs no balance comes before. The moment is the database's clock after the last
 * lock was had; what is written under these locks bears it.
 */
public final class LockedAccounts {

    // Two transactions that lock the same accounts take them in the same order, so they wait but never deadlock. A row
    // that somebody else had changed meanwhile is read again after the wait: the newest balance is the one locked. A
    // state with an end is over once the database's clock has passed it.
    private static final String LOCK_IN_ACCOUNT_ORDER = """
            SELECT account_id, currency, available, reserved, version,
                   CASE WHEN state_until <= clock_timestamp() THEN 'ACTIVE' ELSE state END AS state_now
              FROM account
             WHERE account_id = ANY (?)
             ORDER BY account_id
               FOR NO KEY UPDATE
            """;

    private static final String LOCK_THOSE_FREE = LOCK_IN_ACCOUNT_ORDER + " SKIP LOCKED";

    private final Map<AccountId, LockedAccount> accounts;
    private final Instant moment;

    private LockedAccounts(Map<AccountId, LockedAccount> accounts, Instant moment) {
        this.accounts = accounts;
        this.moment = moment;
    }

    /** The accounts and the clock, once the sequence has run. */
    @FunctionalInterface
    public interface Locked {
        LockedAccounts get();
    }

    /**
     * Locks the accounts that exist and reads the clock, in the caller's transaction and in one round trip.
     *
     * @throws SQLException SQLSTATE 55P03 if a row was held longer than the role's lock timeout
     */
    public static LockedAccounts lockInOrder(Connection connection, Collection<AccountId> accountIds)
            throws SQLException {
        StatementSequence statements = new StatementSequence();
        Locked locked = lockInOrder(statements, accountIds);
        statements.run(connection);
        return locked.get();
    }

    /** Locks the accounts that exist, waiting for each, and reads the clock. */
    public static Locked lockInOrder(StatementSequence statements, Collection<AccountId> accountIds) {
        return lock(LOCK_IN_ACCOUNT_ORDER, statements, accountIds);
    }

    /** Locks those of the accounts that nobody else holds, waiting for none, and reads the clock. */
    public static Locked lockThoseFree(StatementSequence statements, Collection<AccountId> accountIds) {
        return lock(LOCK_THOSE_FREE, statements, accountIds);
    }

    /** Waits for the accounts' rows as {@link #lockInOrder} does, for whoever reads them later in the same transaction. */
    public static void awaitInOrder(StatementSequence statements, Collection<AccountId> accountIds) {
        statements.query(LOCK_IN_ACCOUNT_ORDER, idsInOrder(accountIds), _ -> true);
    }

    private static Locked lock(String sql, StatementSequence statements, Collection<AccountId> accountIds) {
        Found<Map<AccountId, LockedAccount>> accounts =
                statements.query(sql, idsInOrder(accountIds), LockedAccounts::readAll);
        Found<Instant> moment = DatabaseClock.read(statements);
        return () -> new LockedAccounts(accounts.get(), moment.get());
    }

    private static StatementSequence.Binding idsInOrder(Collection<AccountId> accountIds) {
        Object[] ids =
                accountIds.stream().map(AccountId::value).sorted().distinct().toArray();
        return (statement, first) -> {
            statement.setArray(first, statement.getConnection().createArrayOf("text", ids));
            return first + 1;
        };
    }

    private static Map<AccountId, LockedAccount> readAll(ResultSet rows) throws SQLException {
        Map<AccountId, LockedAccount> accounts = new HashMap<>();
        while (rows.next()) {
            LockedAccount account = read(rows);
            accounts.put(account.balance().accountId(), account);
        }
        return accounts;
    }

    private static LockedAccount read(ResultSet row) throws SQLException {
        var balance = new AccountBalance(
                new AccountId(row.getString("account_id")),
                CurrencyCode.of(row.getString("currency")),
                row.getLong("available"),
                row.getLong("reserved"),
                row.getLong("version"));
        return new LockedAccount(balance, AccountState.valueOf(row.getString("state_now")));
    }

    /** The account as it is locked; null if it is not. */
    public @Nullable LockedAccount get(AccountId accountId) {
        return accounts.get(accountId);
    }

    /** The database's clock, read after the last lock was had. Microseconds. */
    public Instant moment() {
        return moment;
    }
}
