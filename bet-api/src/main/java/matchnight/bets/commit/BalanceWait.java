package matchnight.bets.commit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;
import matchnight.ledger.sql.StatementSequence;

/**
 * The wait of a lane for one account's balance: short, and had again and again. Whoever shuts a market waits for every
 * transaction that places, a lane's included.
 */
public final class BalanceWait {

    private static final String WAIT_SHORTLY = "SET LOCAL lock_timeout = '50ms'";

    private BalanceWait() {}

    /**
     * Locks the account's row in the caller's transaction.
     *
     * @throws SQLException SQLSTATE 55P03 if it was not free in 50 ms
     */
    public static void shortly(Connection connection, Collection<AccountId> account) throws SQLException {
        StatementSequence statements = new StatementSequence();
        statements.update(WAIT_SHORTLY, (statement, first) -> first);
        LockedAccounts.awaitInOrder(statements, account);
        statements.run(connection);
    }

    /** Whether it was this wait that ended in vain. */
    public static boolean wasInVain(SQLException failure) {
        return DatabaseTrouble.busyCause(failure)
                .filter(cause -> cause == BusyCause.LOCK_TIMEOUT)
                .isPresent();
    }
}
