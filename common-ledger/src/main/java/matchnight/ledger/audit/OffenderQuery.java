package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Runs a proof: a statement that returns one row of {@code examined}, {@code offenders} and the {@code first} offender
 * in words.
 */
final class OffenderQuery {

    private OffenderQuery() {}

    /**
     * Runs it.
     *
     * @param examinedNoun what was counted, in the plural: {@code accounts}
     */
    static Finding run(Connection connection, String name, String sql, String examinedNoun) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("The proof \"" + name + "\" returned no row");
            }
            return finding(
                    name, row.getLong("examined"), row.getLong("offenders"), row.getString("first"), examinedNoun);
        }
    }

    private static Finding finding(String name, long examined, long offenders, String first, String examinedNoun) {
        return offenders == 0
                ? new Finding(name, true, examined + " " + examinedNoun)
                : new Finding(name, false, offenders + " of " + examined + " " + examinedNoun + "; first: " + first);
    }
}
