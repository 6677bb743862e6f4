package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import javax.sql.DataSource;

/** Reads the outbox, but for days that were retired or are about to be. */
final class OutboxRows {

    private static final String FIND = """
            SELECT outbox_id, type, account_id, account_version, bet_id, settlement_version, written_at
              FROM outbox
             WHERE outbox_id = ANY (?)
               AND written_on = ANY (?)
            """;

    private static final String PAGE = """
            SELECT outbox_id, type, account_id, account_version, bet_id, settlement_version, written_at
              FROM outbox
             WHERE outbox_id > ?
               AND outbox_id <= ?
               AND written_on NOT IN (SELECT day FROM retirement)
             ORDER BY outbox_id
             LIMIT ?
            """;

    private static final String FIND_FIRST = """
            SELECT outbox_id
              FROM outbox
             WHERE written_on NOT IN (SELECT day FROM retirement)
             ORDER BY outbox_id
             LIMIT 1
            """;

    private static final String LIST_RETIRED_DAYS = "SELECT day FROM retirement";

    private final DataSource reader;

    OutboxRows(DataSource reader) {
        this.reader = reader;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> read(String sql, Reading<T> reading, Object... parameters) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                Object parameter = parameters[i];
                switch (parameter) {
                    case Long[] ids -> statement.setArray(i + 1, connection.createArrayOf("bigint", ids));
                    case LocalDate[] days -> statement.setArray(i + 1, connection.createArrayOf("date", days));
                    default -> statement.setObject(i + 1, parameter);
                }
            }
            try (ResultSet row = statement.executeQuery()) {
                List<T> rows = new ArrayList<>();
                while (row.next()) {
                    rows.add(reading.read(row));
                }
                return rows;
            }
        }
    }

    private static OutboxRow row(ResultSet row) throws SQLException {
        return new OutboxRow(
                row.getLong("outbox_id"),
                row.getString("type"),
                row.getString("account_id"),
                row.getLong("account_version"),
                row.getString("bet_id"),
                row.getInt("settlement_version"),
                row.getObject("written_at", OffsetDateTime.class).toInstant());
    }

    /** The rows of these events. */
    List<OutboxRow> of(Collection<EventRecord> events) throws SQLException {
        Long[] ids = events.stream().map(EventRecord::id).distinct().toArray(Long[]::new);
        LocalDate[] days = events.stream().map(EventRecord::day).distinct().toArray(LocalDate[]::new);
        return read(FIND, OutboxRows::row, ids, days);
    }

    /** The first rows behind one id and up to another, in their order. */
    List<OutboxRow> page(long after, long upTo, int most) throws SQLException {
        return read(PAGE, OutboxRows::row, after, upTo, most);
    }

    OptionalLong firstId() throws SQLException {
        List<Long> first = read(FIND_FIRST, row -> row.getLong(1));
        return first.isEmpty() ? OptionalLong.empty() : OptionalLong.of(first.getFirst());
    }

    Set<LocalDate> retiredDays() throws SQLException {
        return new HashSet<>(read(LIST_RETIRED_DAYS, row -> row.getObject(1, LocalDate.class)));
    }
}
