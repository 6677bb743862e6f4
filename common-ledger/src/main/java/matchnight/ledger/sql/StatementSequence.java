package matchnight.ledger.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Statements that are sent together and answered together: one round trip, whatever their number. They run in their order,
 * and each begins after the one before has ended, with a snapshot of its own under Read Committed.
 *
 * <p>What a statement found is read while the sequence runs, and had from its {@link Found} afterwards.
 */
public final class StatementSequence {

    /** Binds one statement's parameters. */
    @FunctionalInterface
    public interface Binding {

        /**
         * Binds from a parameter on.
         *
         * @param firstIndex of the statement's own parameters, counted from 1
         * @return the parameter after the last one bound
         */
        int bind(PreparedStatement statement, int firstIndex) throws SQLException;
    }

    /** Reads all rows of one statement. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** What a statement of the sequence found. */
    public static final class Found<T> {

        private @Nullable T value;

        private Found() {}

        /**
         * What was found.
         *
         * @throws IllegalStateException before the sequence has run
         */
        public T get() {
            if (value == null) {
                throw new IllegalStateException("The sequence has not run");
            }
            return value;
        }
    }

    private interface Part {
        String sql();

        Binding binding();

        void take(PreparedStatement statement) throws SQLException;
    }

    private record Query<T>(String sql, Binding binding, Reading<T> reading, Found<T> found) implements Part {

        @Override
        public void take(PreparedStatement statement) throws SQLException {
            try (ResultSet rows = statement.getResultSet()) {
                found.value = reading.read(rows);
            }
        }
    }

    private record Update(String sql, Binding binding, Found<Integer> found) implements Part {

        @Override
        public void take(PreparedStatement statement) throws SQLException {
            found.value = statement.getUpdateCount();
        }
    }

    private final List<Part> parts = new ArrayList<>();

    /** Adds a statement that returns rows. */
    public <T> Found<T> query(String sql, Binding binding, Reading<T> reading) {
        var query = new Query<>(sql, binding, reading, new Found<>());
        parts.add(query);
        return query.found();
    }

    /** Adds a statement that changes rows; how many is what it finds. */
    public Found<Integer> update(String sql, Binding binding) {
        var update = new Update(sql, binding, new Found<>());
        parts.add(update);
        return update.found();
    }

    /** Runs the statements in the caller's transaction; with none it sends nothing. */
    public void run(Connection connection) throws SQLException {
        if (parts.isEmpty()) {
            return;
        }
        String sql = parts.stream().map(Part::sql).collect(Collectors.joining(";\n"));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int next = 1;
            for (Part part : parts) {
                next = part.binding().bind(statement, next);
            }
            statement.execute();
            for (Part part : parts) {
                part.take(statement);
                statement.getMoreResults();
            }
        }
    }
}
