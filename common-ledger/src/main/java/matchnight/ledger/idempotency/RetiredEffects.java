package matchnight.ledger.idempotency;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;

/** Tells an acceptance whose rows have been retired, or are about to be, from one whose rows must be there. */
public final class RetiredEffects {

    private static final String IS_RETIRED =
            "SELECT EXISTS (SELECT FROM retirement WHERE day = ? OR day = uuidv7_day(?))";

    private RetiredEffects() {}

    /** Whether the day of the acceptance's entry or of its bet belongs to those that are retired. */
    public static boolean contain(Connection connection, StoredOutcome acceptance) throws SQLException {
        EntryReference entry = acceptance.entry();
        if (entry == null) {
            return false;
        }
        try (PreparedStatement statement = connection.prepareStatement(IS_RETIRED)) {
            statement.setObject(1, entry.writtenOn());
            statement.setObject(2, acceptance.betId(), java.sql.Types.OTHER);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
