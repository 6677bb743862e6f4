package matchnight.settlement.hold;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.Set;
import javax.sql.DataSource;
import matchnight.ledger.barrier.PlacingRoles;
import matchnight.ledger.barrier.RunningTransactions;

/**
 * Finds a moment of which nothing can appear any more: every bet whose id was drawn before it is committed or never will
 * be, and so is every settlement whose transaction read its clock before it.
 *
 * <p>A transaction may draw a bet's id, or read a clock, and commit seconds later; a watermark that took the clock's word
 * would pass over what it writes. So the clock is read first, and then those transactions are waited for that run at that
 * time; whoever begins later draws a later id.
 */
final class ClosedMoment {

    // Ids count milliseconds, so a moment between two would close half of one.
    private static final String READ_CLOCK = "SELECT date_trunc('milliseconds', clock_timestamp())";

    private static final String SETTLING_ROLE = "settlement_worker";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final DataSource dataSource;
    private final Duration limit;
    private final Set<String> roles;

    ClosedMoment(DataSource dataSource, Duration limit) {
        this.dataSource = dataSource;
        this.limit = limit;
        this.roles = new HashSet<>(PlacingRoles.NAMES);
        this.roles.add(SETTLING_ROLE);
    }

    /**
     * The newest such moment, by the database's clock, in whole milliseconds. Holds no connection while it waits.
     *
     * @throws SQLException also if a transaction outlived the limit: the next try takes a newer moment
     */
    Instant await() throws SQLException, InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        Instant moment = readClock();
        RunningTransactions running = RunningTransactions.noteThoseRunningNow(dataSource, roles);
        while (!running.haveEnded()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new SQLException("Transactions of " + roles + " still ran after " + limit.toMillis() + " ms");
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return moment;
    }

    private Instant readClock() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_CLOCK);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        }
    }
}
