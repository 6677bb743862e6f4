package matchnight.settlement.exposure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.logging.BoundedLog;
import org.slf4j.LoggerFactory;

/**
 * Gives the liability of void bets back to their selections, and takes it again where a void was undone: some settlements
 * a transaction, which deletes their rows with it.
 *
 * <p>Transactions are small because placement wants the same counters. One that does not get them soon steps aside, and
 * the run goes on behind its bets; the next run begins with them.
 */
final class ExposureFold {

    private static final String WAIT_SHORTLY = "SET LOCAL lock_timeout = '200ms'";
    private static final int PAUSE_FOR_PLACEMENT_MILLIS = 10;
    private static final int MOST_STEPS_ASIDE = 5;
    private static final UUID BEFORE_ALL_BETS = new UUID(0, 0);

    private final DataSource dataSource;
    private final int rowsInFold;
    private final int selectionsInFold;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(ExposureFold.class));

    ExposureFold(DataSource dataSource, ExposureSettings settings) {
        this.dataSource = dataSource;
        this.rowsInFold = settings.rowsInFold();
        this.selectionsInFold = settings.selectionsInFold();
    }

    private sealed interface Step {
        record Folded(UUID upTo) implements Step {}

        record SteppedAside(UUID behind) implements Step {}

        record NothingDue() implements Step {}
    }

    /** Folds in what is due, each bet once at most; what cannot be had now is the next run's. */
    void run() throws SQLException, InterruptedException {
        UUID after = BEFORE_ALL_BETS;
        int stepsAside = 0;
        while (stepsAside < MOST_STEPS_ASIDE) {
            UUID from = after;
            switch (Transaction.run(dataSource, connection -> fold(connection, from))) {
                case Step.NothingDue() -> {
                    return;
                }
                case Step.Folded(UUID upTo) -> after = upTo;
                case Step.SteppedAside(UUID behind) -> {
                    after = behind;
                    stepsAside++;
                }
            }
            Thread.sleep(PAUSE_FOR_PLACEMENT_MILLIS);
        }
    }

    private Step fold(Connection connection, UUID after) throws SQLException {
        StatementSequence claiming = new StatementSequence();
        claiming.update(WAIT_SHORTLY, (statement, first) -> first);
        Found<DueExposure> claimed = DueExposure.claim(claiming, after, rowsInFold);
        claiming.run(connection);
        if (claimed.get().isEmpty()) {
            return new Step.NothingDue();
        }
        DueExposure due = claimed.get().within(selectionsInFold);
        try {
            fold(connection, due);
            return new Step.Folded(due.lastBetId());
        } catch (SQLException failure) {
            if (!isPassing(failure)) {
                throw failure;
            }
            connection.rollback();
            return new Step.SteppedAside(due.lastBetId());
        }
    }

    private static boolean isPassing(SQLException failure) {
        return DatabaseTrouble.busyCause(failure)
                .filter(EnumSet.of(BusyCause.LOCK_TIMEOUT, BusyCause.DEADLOCK)::contains)
                .isPresent();
    }

    private void fold(Connection connection, DueExposure due) throws SQLException {
        Map<SelectionKey, Long> changes = due.netChanges();
        StatementSequence writing = new StatementSequence();
        if (!changes.isEmpty()) {
            ExposureCounters.write(writing, changed(connection, changes));
        }
        due.delete(writing);
        writing.run(connection);
    }

    private Map<SelectionKey, SelectionCounters> changed(Connection connection, Map<SelectionKey, Long> changes)
            throws SQLException {
        List<SelectionKey> selections = List.copyOf(changes.keySet());
        List<MarketId> markets =
                selections.stream().map(SelectionKey::marketId).distinct().toList();
        StatementSequence locking = new StatementSequence();
        var counters = ExposureCounters.lock(locking, selections);
        var limits = ExposureCounters.holdLimits(locking, markets);
        locking.run(connection);
        Map<SelectionKey, SelectionCounters> changed = new TreeMap<>();
        changes.forEach((selection, change) -> {
            SelectionCounters before = counters.get().get(selection);
            if (before == null || before.liability() < -change) {
                log.warn("Less liability on {} than is given back: {} of {}", selection, before, -change);
            }
            if (before != null) {
                long limit = limits.get().getOrDefault(selection.marketId(), 0L);
                changed.put(selection, before.changedBy(change, limit));
            }
        });
        return changed;
    }
}
