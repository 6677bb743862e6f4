package matchnight.bench.night;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How many events there are to publish. */
final class OutboxCount {

    private static final String COUNT_EVENTS = """
            SELECT count(*) FROM outbox
            """;

    private OutboxCount() {}

    static long read(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(COUNT_EVENTS);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
