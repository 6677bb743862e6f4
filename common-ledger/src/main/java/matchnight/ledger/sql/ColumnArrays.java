package matchnight.ledger.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binds a list of rows to the parameters of one {@code unnest}, an array a column, in the order of the calls.
 *
 * <p>Types are the server's names for the element ("text", "bigint", "uuid" …). Dates, times and enums go as text and are
 * cast by the statement.
 */
public final class ColumnArrays<R> {

    private final PreparedStatement statement;
    private final List<R> rows;
    private int index;

    private ColumnArrays(PreparedStatement statement, int firstIndex, List<R> rows) {
        this.statement = statement;
        this.rows = rows;
        this.index = firstIndex;
    }

    /** Begins with the parameter {@code firstIndex}, counted from 1. */
    public static <R> ColumnArrays<R> from(PreparedStatement statement, int firstIndex, List<R> rows) {
        return new ColumnArrays<>(statement, firstIndex, rows);
    }

    /** Binds the next parameter to one value of each row. */
    public ColumnArrays<R> bind(String elementType, Function<R, @Nullable Object> column) throws SQLException {
        @Nullable Object[] values = rows.stream().map(column).toArray();
        statement.setArray(index, statement.getConnection().createArrayOf(elementType, values));
        index++;
        return this;
    }

    /** The parameter after the last one bound. */
    public int nextIndex() {
        return index;
    }
}
