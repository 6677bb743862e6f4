package matchnight.bench.endtoend;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;

/** The legs that a market's bets left in the database. */
final class StoredLegs {

    private static final String READ_LEGS = """
            SELECT selection_id, stake, price, liability
              FROM bet_leg
              JOIN bet USING (bet_id)
             WHERE market_id = ?
            """;

    private StoredLegs() {}

    /** A leg of a single: what was staked on it in minor units, at which price, and what the product counts for it. */
    record StoredLeg(String selectionId, long stake, String price, long liability) {}

    static List<StoredLeg> of(TestDatabase database, String marketId) {
        try (Connection reader = database.connect(DatabaseRole.READER);
                PreparedStatement statement = reader.prepareStatement(READ_LEGS)) {
            statement.setString(1, marketId);
            try (ResultSet row = statement.executeQuery()) {
                List<StoredLeg> legs = new ArrayList<>();
                while (row.next()) {
                    legs.add(new StoredLeg(
                            row.getString("selection_id"),
                            row.getLong("stake"),
                            row.getString("price"),
                            row.getLong("liability")));
                }
                return legs;
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
