package matchnight.settlement.maintenance;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;

/** Creates day partitions beside live traffic, one in a transaction of its own. */
final class DayPartitions {

    private static final String LIST_MISSING = "SELECT parent, day FROM missing_partitions(?)";
    private static final String CREATE = "SELECT create_partition(?, ?)";
    private static final String READ_HEADROOM = "SELECT table_name, days_ahead FROM partition_headroom";

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
            PatientStep.run(() -> createOnce(partition));
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

    // A connection a partition, in auto-commit: the statement is the transaction, and no lock outlives it.
    private void createOnce(DayPartition partition) throws SQLException {
        try (Connection connection = maintenance.getConnection();
                PreparedStatement statement = connection.prepareStatement(CREATE)) {
            statement.setString(1, partition.parent());
            statement.setObject(2, partition.day());
            statement.execute();
        }
    }

    /** How many days after today have a partition without a hole, by table; -1 where today has none. */
    SortedMap<String, Integer> headroomDays() throws SQLException {
        try (Connection connection = maintenance.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_HEADROOM);
                ResultSet row = statement.executeQuery()) {
            SortedMap<String, Integer> days = new TreeMap<>();
            while (row.next()) {
                days.put(row.getString(1), row.getInt(2));
            }
            return days;
        }
    }
}
