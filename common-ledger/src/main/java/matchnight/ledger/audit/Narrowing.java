package matchnight.ledger.audit;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Rows of WITH that stand before a proof's own and have the names of the tables that it reads, so that the same statement
 * looks at a part of them.
 */
sealed interface Narrowing permits AccountSlice, MarketSlice {

    /** The rows, without the word WITH and without a comma behind the last. */
    String tables();

    /** Binds their parameters, which are the statement's only ones. */
    void bind(PreparedStatement statement) throws SQLException;
}
