package matchnight.bets.wallet;

import java.sql.SQLException;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;

/** Deposits and withdraws, each in one short transaction. Whether an account may bet makes no difference here. */
public final class Wallet {

    private final DataSource dataSource;

    /** Moves money through connections of the role {@code bet_api}. */
    public Wallet(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Moves the money, or says why not.
     *
     * @throws SQLException if the database could not decide now: the same key may be tried again
     */
    public MoveFundsOutcome move(MoveFunds command) throws SQLException {
        return Transaction.run(dataSource, connection -> new FundsTransaction(connection, command).run());
    }
}
