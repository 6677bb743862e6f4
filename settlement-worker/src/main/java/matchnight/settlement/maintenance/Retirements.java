package matchnight.settlement.maintenance;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import matchnight.settlement.maintenance.Obstacle.Reason;
import org.jspecify.annotations.Nullable;

/**
 * What the database does for the retirement of days, as the role maintenance. Each call is a statement in auto-commit, and
 * so a transaction of its own.
 */
final class Retirements {

    private static final String LIST_DAYS_BEFORE = "SELECT day FROM retirable_day WHERE day < ? ORDER BY day";
    private static final String READ_OLDEST_AGE =
            "SELECT (now() AT TIME ZONE 'UTC')::date - min(day) FROM retirable_day";
    private static final String READ_TODAY = "SELECT (now() AT TIME ZONE 'UTC')::date";
    private static final String READ_STATES = "SELECT table_name, state FROM partition_states(?)";
    private static final String READ_OBSTACLES = "SELECT obstacle, found, example FROM retirement_obstacles(?)";
    private static final String HAS_BEGUN = "SELECT EXISTS (SELECT FROM retirement WHERE day = ?)";
    private static final String HOLD = "SELECT hold_retirement(?, ?, ?)";
    private static final String CARRY_FORWARD = "SELECT accounts, carried, last_account FROM carry_forward(?, ?, ?)";
    private static final String COUNT_UNCARRIED = "SELECT uncarried_accounts(?)";
    private static final String RELEASE = "SELECT release_partition(?, ?)";
    private static final String ABANDON = "SELECT abandon_retirement(?)";
    private static final String KEEP = "SELECT keep_retired_partition(?, ?)";
    private static final String DROP = "SELECT drop_retired_partition(?, ?, ?, ?, ?, ?)";
    private static final String LIST_FILES = """
            SELECT table_name, file, row_count, bytes, sha256
              FROM retired_partition
             WHERE day = ? AND file IS NOT NULL
             ORDER BY table_name
            """;
    private static final String FINISH = "SELECT finish_retirement(?, ?)";

    private final DataSource maintenance;

    Retirements(DataSource maintenance) {
        this.maintenance = maintenance;
    }

    @FunctionalInterface
    private interface Reading<T extends @Nullable Object> {
        T read(ResultSet rows) throws SQLException;
    }

    private <T extends @Nullable Object> T call(String sql, Reading<T> reading, @Nullable Object... parameters)
            throws SQLException {
        try (Connection connection = maintenance.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return reading.read(rows);
            }
        }
    }

    private static boolean readFlag(ResultSet rows) throws SQLException {
        rows.next();
        return rows.getBoolean(1);
    }

    private static long readNumber(ResultSet rows) throws SQLException {
        rows.next();
        return rows.getLong(1);
    }

    /** The database's day, in UTC. */
    LocalDate today() throws SQLException {
        return call(READ_TODAY, rows -> {
            rows.next();
            return rows.getObject(1, LocalDate.class);
        });
    }

    /** Days that still have a partition or whose retirement has not ended, the oldest first. */
    List<LocalDate> daysBefore(LocalDate end) throws SQLException {
        return call(
                LIST_DAYS_BEFORE,
                rows -> {
                    List<LocalDate> days = new ArrayList<>();
                    while (rows.next()) {
                        days.add(rows.getObject(1, LocalDate.class));
                    }
                    return days;
                },
                end);
    }

    long oldestDayAgeDays() throws SQLException {
        return call(READ_OLDEST_AGE, Retirements::readNumber);
    }

    /** In the order in which they are detached. */
    Map<String, PartitionState> states(LocalDate day) throws SQLException {
        return call(
                READ_STATES,
                rows -> {
                    Map<String, PartitionState> states = new LinkedHashMap<>();
                    while (rows.next()) {
                        states.put(rows.getString(1), PartitionState.valueOf(rows.getString(2)));
                    }
                    return states;
                },
                day);
    }

    PartitionState state(LocalDate day, String table) throws SQLException {
        return states(day).getOrDefault(table, PartitionState.GONE);
    }

    List<Obstacle> obstacles(LocalDate day) throws SQLException {
        return call(
                READ_OBSTACLES,
                rows -> {
                    List<Obstacle> obstacles = new ArrayList<>();
                    while (rows.next()) {
                        obstacles.add(
                                new Obstacle(Reason.valueOf(rows.getString(1)), rows.getLong(2), rows.getString(3)));
                    }
                    return obstacles;
                },
                day);
    }

    boolean hasBegun(LocalDate day) throws SQLException {
        return call(HAS_BEGUN, Retirements::readFlag, day);
    }

    /** Begins a day's retirement or takes it on, for two minutes from now; false when another worker has it. */
    boolean hold(LocalDate day, String worker, String actor) throws SQLException {
        return call(HOLD, Retirements::readFlag, day, worker, actor);
    }

    /**
     * What a call has carried.
     *
     * @param accounts looked at; none is left when it is less than asked for
     * @param lastAccount null when there was none
     */
    record Carried(long accounts, long carried, @Nullable String lastAccount) {}

    Carried carryForward(LocalDate day, String afterAccount, int most) throws SQLException {
        return call(
                CARRY_FORWARD,
                rows -> {
                    rows.next();
                    return new Carried(rows.getLong(1), rows.getLong(2), rows.getString(3));
                },
                day,
                afterAccount,
                most);
    }

    long uncarriedAccounts(LocalDate day) throws SQLException {
        return call(COUNT_UNCARRIED, Retirements::readNumber, day);
    }

    /** Drops the foreign keys that a detached table has kept: one that was detached before migration V13. */
    void release(LocalDate day, String table) throws SQLException {
        call(RELEASE, ResultSet::next, table, day);
    }

    /** Attaches again what was detached and forgets the retirement. */
    void abandon(LocalDate day) throws SQLException {
        call(ABANDON, ResultSet::next, day);
    }

    /** Moves a detached table into the schema archive. */
    void keep(LocalDate day, String table) throws SQLException {
        call(KEEP, ResultSet::next, table, day);
    }

    /** Drops a detached table that a file holds; refused unless the file has as many rows. */
    void drop(LocalDate day, String table, ArchivedTable file) throws SQLException {
        call(DROP, ResultSet::next, table, day, file.rows(), file.file(), file.bytes(), file.sha256());
    }

    /** The files of those of the day's tables that were dropped. */
    List<ArchivedTable> files(LocalDate day) throws SQLException {
        return call(
                LIST_FILES,
                rows -> {
                    List<ArchivedTable> files = new ArrayList<>();
                    while (rows.next()) {
                        files.add(new ArchivedTable(
                                rows.getString(1),
                                rows.getString(2),
                                rows.getLong(3),
                                rows.getLong(4),
                                rows.getString(5)));
                    }
                    return files;
                },
                day);
    }

    void finish(LocalDate day, long accountsCarried) throws SQLException {
        call(FINISH, ResultSet::next, day, accountsCarried);
    }
}
