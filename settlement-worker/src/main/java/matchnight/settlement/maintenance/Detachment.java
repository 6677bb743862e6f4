package matchnight.settlement.maintenance;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import javax.sql.DataSource;

/**
 * Detaches one partition beside live traffic.
 *
 * <p>{@code DETACH … CONCURRENTLY} is two transactions of the server's: the first marks the partition, so that no query that
 * is planned from then on sees it; the second waits for those that may, and lets go. It runs in no transaction and hence in
 * no function. What is interrupted in between stays marked until {@code FINALIZE}.
 */
final class Detachment {

    private static final String BEGIN = "ALTER TABLE %s DETACH PARTITION %s CONCURRENTLY";
    private static final String FINALIZE = "ALTER TABLE %s DETACH PARTITION %s FINALIZE";

    private final DataSource maintenance;
    private final Retirements retirements;

    Detachment(DataSource maintenance, Retirements retirements) {
        this.maintenance = maintenance;
        this.retirements = retirements;
    }

    /** The table that is the partition of one table and UTC day. */
    static String partition(String table, LocalDate day) {
        return table + "_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    }

    /**
     * Detaches the partition, or finishes what was begun; returns when it stands by itself.
     *
     * @throws SQLException if it could not be done now; begun or not, a later call goes on from there
     */
    void detach(LocalDate day, String table) throws SQLException, InterruptedException {
        PatientStep.run(() -> goOn(day, table));
    }

    private void goOn(LocalDate day, String table) throws SQLException {
        switch (retirements.state(day, table)) {
            case ATTACHED -> execute(BEGIN, day, table);
            case DETACHING -> execute(FINALIZE, day, table);
            case DETACHED, GONE -> {}
        }
    }

    private void execute(String alter, LocalDate day, String table) throws SQLException {
        try (Connection connection = maintenance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(alter.formatted(table, partition(table, day)));
        }
    }
}
