package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

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

    /** Reads one offender. */
    @FunctionalInterface
    interface Reading<T> {
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Asks a proof of a part of the world: the same rows of WITH, behind those that narrow the tables they read.
     *
     * @param sql what follows the narrowing: rows of WITH, and a SELECT of {@code rows_read} with the offenders, or with
     *     nulls where there is none
     */
    static <T> Looked<T> list(Connection connection, Narrowing narrowing, String sql, Reading<T> reading)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("WITH " + narrowing.tables() + ",\n" + sql)) {
            narrowing.bind(statement);
            try (ResultSet row = statement.executeQuery()) {
                long rowsRead = 0;
                List<T> found = new ArrayList<>();
                while (row.next()) {
                    rowsRead = row.getLong(1);
                    if (row.getObject(2) != null) {
                        found.add(reading.read(row));
                    }
                }
                return new Looked<>(rowsRead, found);
            }
        }
    }

    private static Finding finding(String name, long examined, long offenders, String first, String examinedNoun) {
        return offenders == 0
                ? new Finding(name, true, examined + " " + examinedNoun)
                : new Finding(name, false, offenders + " of " + examined + " " + examinedNoun + "; first: " + first);
    }
}
