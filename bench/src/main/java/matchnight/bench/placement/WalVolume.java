package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What was written to the log between two positions: records by themselves, and the images of whole pages in them. */
public record WalVolume(long recordBytes, long fullPageImageBytes) {

    private static final String SUM_RECORDS_AND_IMAGES = """
            SELECT sum(record_size)::bigint AS record_bytes, sum(fpi_size)::bigint AS image_bytes
              FROM pg_get_wal_stats(?::pg_lsn, ?::pg_lsn)
            """;

    /** Reads all of the log between them, which takes its time where that is much. */
    public static WalVolume between(Connection superuser, String from, String to) throws SQLException {
        try (PreparedStatement statement = superuser.prepareStatement(SUM_RECORDS_AND_IMAGES)) {
            statement.setString(1, from);
            statement.setString(2, to);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new WalVolume(row.getLong("record_bytes"), row.getLong("image_bytes"));
            }
        }
    }
}
