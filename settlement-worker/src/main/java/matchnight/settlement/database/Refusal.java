package matchnight.settlement.database;

import java.sql.SQLException;
import matchnight.ledger.sql.DatabaseTrouble;

/** Tells a statement that the database will never accept from one that it could not serve now. */
public final class Refusal {

    private Refusal() {}

    /**
     * Whether the same statement would be refused again: the data is wrong (class 22) or breaks a constraint (class 23).
     *
     * <p>A missing partition has the state of a broken check but names no constraint; an operator mends it.
     */
    public static boolean isForGood(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null) {
            return false;
        }
        return state.startsWith("22") || (state.startsWith("23") && !DatabaseTrouble.isMissingPartition(failure));
    }
}
