package matchnight.settlement.maintenance;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import javax.sql.DataSource;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;

/**
 * Creates day partitions beside live traffic, one in a transaction of its own. Where a lock is not to be had within the
 * role's {@code lock_timeout}, the upkeep steps aside for a while: who wanted the same table was waiting behind it.
 */
final class DayPartitions {

    private static final String LIST_MISSING = "SELECT parent, day FROM missing_partitions(?)";
    private static final String CREATE = "SELECT create_partition(?, ?)";
    private static final String READ_HEADROOM = "SELECT min(days_ahead) FROM partition_headroom";

    private static final int MOST_ATTEMPTS = 10;
    private static final Duration ASIDE = Duration.ofSeconds(1);

    private final DataSource maintenance;

    DayPartitions(DataSource maintenance) {
        this.maintenance = maintenance;
    }

    /** The partition of one table and UTC day. */
    record DayPartition(String parent, LocalDate day) {}

    /**
     * Creates what is missing from yesterday to so many days ahead. What was created stays, however this ends.
     *
     * @throws SQLException if the database could not serve, or a lock was not to be had in ten attempts
     */
    void createAhead(int days) throws SQLException, InterruptedException {
        for (DayPartition partition : missing(days)) {
            create(partition);
        }
    }

    private List<DayPartition> missing(int days) throws SQLException {
        try (Connection connection = maintenance.getConnection();
                PreparedStatement statement = connection.prepareStatement(LIST_MISSING)) {
            statement.setInt(1, days);
            try (ResultSet rows = statement.executeQuery()) {
                List<DayPartition> missing = new ArrayList<>();
                while (rows.next()) {
                    missing.add(new DayPartition(rows.getString(1), rows.getObject(2, LocalDate.class)));
                }
                return missing;
            }
        }
    }

    private void create(DayPartition partition) throws SQLException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                createOnce(partition);
                return;
            } catch (SQLException failure) {
                if (attempt == MOST_ATTEMPTS || !isPassing(failure)) {
                    throw failure;
                }
                Thread.sleep(ASIDE);
            }
        }
    }

    private static boolean isPassing(SQLException failure) {
        return DatabaseTrouble.busyCause(failure)
                .filter(EnumSet.of(BusyCause.LOCK_TIMEOUT, BusyCause.DEADLOCK)::contains)
                .isPresent();
    }

    // A connection a partition, in auto-commit: the statement is the transaction, and no lock outlives it.
    private void createOnce(DayPartition partition) throws SQLException {
        try (Connection connection = maintenance.getConnection();
                PreparedStatement statement = connection.prepareStatement(CREATE)) {
            statement.setString(1, partition.parent());
            statement.setObject(2, partition.day());
            statement.execute();
        }
    }

    /** Days from today that have a partition, of the table that has the fewest. */
    int headroomDays() throws SQLException {
        try (Connection connection = maintenance.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_HEADROOM);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
