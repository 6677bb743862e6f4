package matchnight.settlement.diagnosis.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a statement without parameters, within a limit, and makes a value of each row. */
final class Query {

    /** Makes a value of the row that the result stands on. */
    @FunctionalInterface
    interface Rows<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Of one statement: a look is not to wait for what it looks for. */
    static final int LIMIT_SECONDS = 2;

    private Query() {}

    static <T> List<T> list(Connection connection, String sql, Rows<T> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(LIMIT_SECONDS);
            List<T> values = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    values.add(rows.read(row));
                }
            }
            return values;
        }
    }

    static @Nullable Double number(ResultSet row, String column) throws SQLException {
        double number = row.getDouble(column);
        return row.wasNull() ? null : number;
    }

    static @Nullable Long whole(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    /** A column that the statement never leaves null. */
    static String text(ResultSet row, String column) throws SQLException {
        return String.valueOf(row.getString(column));
    }
}
