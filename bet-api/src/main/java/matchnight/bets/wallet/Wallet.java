package matchnight.bets.wallet;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import matchnight.bets.commit.BalanceWait;
import matchnight.bets.commit.CommitWork;
import matchnight.bets.commit.Decision;
import matchnight.bets.commit.Turn;
import matchnight.bets.commit.Turn.Manner;
import matchnight.ledger.sql.Transaction;

/** Deposits and withdraws a list of amounts in one short transaction. Whether an account may bet makes no difference here. */
public final class Wallet implements CommitWork<MoveFunds, MoveFundsOutcome> {

    private final DataSource dataSource;
    private final DataSource waitingDataSource;

    /**
     * Moves money through connections of the role {@code bet_api}.
     *
     * @param waitingDataSource for transactions that may wait for a balance
     */
    public Wallet(DataSource dataSource, DataSource waitingDataSource) {
        this.dataSource = dataSource;
        this.waitingDataSource = waitingDataSource;
    }

    /** Moves the amounts in their order, each or says why not. */
    @Override
    public List<Decision<MoveFundsOutcome>> decide(List<MoveFunds> commands, Turn turn) throws SQLException {
        if (turn.manner() != Manner.WAITING_FOR_BALANCE) {
            return Transaction.run(dataSource, connection -> new FundsTransaction(connection, commands).run());
        }
        try {
            return Transaction.run(waitingDataSource, connection -> {
                BalanceWait.shortly(connection, Set.of(commands.getFirst().accountId()));
                return new FundsTransaction(connection, commands).run();
            });
        } catch (SQLException failure) {
            if (BalanceWait.wasInVain(failure)) {
                return Decision.heldForEach(commands);
            }
            throw failure;
        }
    }
}
