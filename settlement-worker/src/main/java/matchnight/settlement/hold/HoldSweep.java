package matchnight.settlement.hold;

import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * One run over the deadlines that have passed and over the list of overdue holds, in pages of a transaction each. Of
 * several workers one sweeps at a time; the others find the row {@code hold_sweep} held and leave it at that.
 *
 * <p>A bet comes on the list on one of three ways, and each looks at it once:
 *
 * <ol>
 *   <li>its deadline passes: {@link DeadlineWindow} finds it by the deadline, through {@code bet_by_deadline};
 *   <li>it was accepted with a deadline that had passed: the same page finds it by its id, among the bets accepted since;
 *   <li>it is reopened after its deadline: whoever writes that settlement writes the row too ({@code SettlementWriting}).
 * </ol>
 *
 * <p>So no run scans settled history again: what was looked at lies behind the watermark by deadline and by id. What the
 * list holds is looked at again until it stands settled ({@link ListedHolds}). A bet is never missed by the order of
 * commits: the watermark moves to a {@link ClosedMoment} at most. A settlement that was under way when its bet's deadline
 * passed has ended by then; one that reads its clock later knows that the deadline has passed.
 */
final class HoldSweep {

    private final DataSource dataSource;
    private final ClosedMoment closedMoment;
    private final DeadlineWindow window;
    private final ListedHolds listed;
    private final int pagesInSweep;
    private @Nullable UUID checkedUpTo;

    HoldSweep(DataSource dataSource, HoldSettings settings) {
        this.dataSource = dataSource;
        this.closedMoment = new ClosedMoment(dataSource, settings.closingLimit());
        this.window = new DeadlineWindow(settings.longestWindow(), settings.betsOnPage());
        this.listed = new ListedHolds(settings.betsOnPage());
        this.pagesInSweep = settings.pagesInSweep();
    }

    /** Goes on from where the last run stopped; what is left after so many pages is the next run's. */
    void run() throws SQLException, InterruptedException {
        findOverdue();
        takeOffSettled();
    }

    private void findOverdue() throws SQLException, InterruptedException {
        Instant closed = closedMoment.await();
        for (int page = 0; page < pagesInSweep; page++) {
            if (!Transaction.run(dataSource, connection -> window.sweepPage(connection, closed))) {
                return;
            }
        }
    }

    private void takeOffSettled() throws SQLException {
        for (int page = 0; page < pagesInSweep; page++) {
            UUID after = checkedUpTo;
            checkedUpTo = Transaction.run(dataSource, connection -> listed.checkPage(connection, after));
            if (checkedUpTo == null) {
                return;
            }
        }
    }
}
