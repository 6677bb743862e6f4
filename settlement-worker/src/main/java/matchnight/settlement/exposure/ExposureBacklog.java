package matchnight.settlement.exposure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Reads what is still to be folded in. */
final class ExposureBacklog {

    private static final String COUNT = """
            SELECT count(*), greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(written_at)), 0))
              FROM exposure_due
            """;

    private final DataSource reader;

    ExposureBacklog(DataSource reader) {
        this.reader = reader;
    }

    /** How many rows there are and how old the oldest is; 0 without one. */
    record Size(long rows, double oldestSeconds) {}

    Size size() throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(COUNT);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Size(row.getLong(1), row.getDouble(2));
        }
    }
}
