package matchnight.bets.commit;

import java.sql.SQLException;
import java.util.List;

/** Decides commands in one short transaction. */
@FunctionalInterface
public interface CommitWork<C extends AccountCommand, O> {

    /**
     * Decides the commands and commits, or does nothing at all.
     *
     * @param commands in the order of their arrival, with keys that all differ
     * @return one decision a command, in the commands' order
     * @throws SQLException if the transaction failed; while COMMIT was outstanding its outcome is unknown, and a further
     *     try under the same keys finds out
     */
    List<Decision<O>> decide(List<C> commands, Turn turn) throws SQLException;
}
