package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import matchnight.bets.catalogue.MarketCatalogue;
import matchnight.bets.commit.BalanceWait;
import matchnight.bets.commit.CommitWork;
import matchnight.bets.commit.Decision;
import matchnight.bets.commit.Turn;
import matchnight.bets.commit.Turn.Manner;
import matchnight.bets.placement.PlacementTransaction.Ending;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.Transaction;

/**
 * Places a list of bets in one short transaction: each command gets its own outcome, and a refusal rolls nothing back.
 *
 * <p>Correctness rests on the rows and not on the list: any number of instances may place at once, one command at a time
 * or many.
 */
public final class BetPlacement implements CommitWork<PlaceBet, PlaceBetOutcome> {

    // One for each leg that may turn out to need all its rows, and some for rows that come and go.
    private static final int MOST_TRIES = 40;

    private final DataSource dataSource;
    private final DataSource waitingDataSource;
    private final int exposureBucketCount;
    private final MarketCatalogue catalogue;
    private final PlacementMetrics metrics;
    private final ExposureMemory exposures = new ExposureMemory();
    // The committers of an instance follow one another. Where two instances come by one bucket is left to chance.
    private final int firstBucket = ThreadLocalRandom.current().nextInt(1 << 16);

    /**
     * Places through the connections of two pools.
     *
     * @param dataSource connections of the role {@code bet_api}
     * @param waitingDataSource others of that role, for transactions that may wait for a balance
     * @param exposureBucketCount how many rows a selection's exposure is spread over when the first bet makes them; 1 or more
     */
    public BetPlacement(
            DataSource dataSource,
            DataSource waitingDataSource,
            int exposureBucketCount,
            MarketCatalogue catalogue,
            PlacementMetrics metrics) {
        this.dataSource = dataSource;
        this.waitingDataSource = waitingDataSource;
        this.exposureBucketCount = exposureBucketCount;
        this.catalogue = catalogue;
        this.metrics = metrics;
    }

    /**
     * Places the commands, in their order where they compete for the same cent or the same room.
     *
     * @param commands with keys that all differ; of one account where the turn waits for a balance
     */
    @Override
    public List<Decision<PlaceBetOutcome>> decide(List<PlaceBet> commands, Turn turn) throws SQLException {
        requireDistinctKeys(commands);
        Set<SelectionKey> heldWholly = new HashSet<>();
        for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
            switch (tryOnceOrPassOver(commands, turn, heldWholly)) {
                case Ending.Decided(List<Decision<PlaceBetOutcome>> decisions) -> {
                    return decisions;
                }
                case Ending.RoomIsHeld _ -> {
                    return Decision.heldForEach(commands);
                }
                case Ending.NeedsWholeSelections(Set<SelectionKey> selections) -> heldWholly.addAll(selections);
                case Ending.NeedsRows(Set<SelectionKey> selections) -> createRows(selections);
                case Ending.RowsAreGone _ -> {}
            }
        }
        throw new IllegalStateException("Exposure rows are never as they were found a moment before");
    }

    // A balance that is waited for is tried again by whoever waits.
    private Ending tryOnceOrPassOver(List<PlaceBet> commands, Turn turn, Set<SelectionKey> heldWholly)
            throws SQLException {
        try {
            return tryOnce(commands, turn, heldWholly);
        } catch (SQLException failure) {
            if (turn.manner() == Manner.WAITING_FOR_BALANCE && BalanceWait.wasInVain(failure)) {
                return new Ending.RoomIsHeld();
            }
            throw failure;
        }
    }

    private void createRows(Set<SelectionKey> selections) throws SQLException {
        Transaction.run(waitingDataSource, connection -> {
            StatementSequence statements = new StatementSequence();
            Exposure.createMissing(statements, selections, exposureBucketCount);
            statements.run(connection);
            return selections;
        });
    }

    private Ending tryOnce(List<PlaceBet> commands, Turn turn, Set<SelectionKey> heldWholly) throws SQLException {
        DataSource pool = turn.manner() == Manner.WAITING_FOR_BALANCE ? waitingDataSource : dataSource;
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            var hold = metrics.newBalanceHold();
            var transaction = new PlacementTransaction(
                    connection,
                    commands,
                    new PlacementTransaction.Ground(
                            turn.manner(),
                            new ExposureBuckets(exposureBucketCount, firstBucket + turn.committer()),
                            heldWholly,
                            catalogue,
                            exposures,
                            hold::begins));
            Ending ending = transaction.run();
            end(connection, ending);
            hold.ends();
            if (ending instanceof Ending.Decided) {
                transaction.remember();
            }
            return ending;
        }
    }

    // A connection that goes back to the pool without a commit is rolled back there.
    private static void end(Connection connection, Ending ending) throws SQLException {
        switch (ending) {
            case Ending.Decided _ -> connection.commit();
            case Ending.NeedsWholeSelections _, Ending.NeedsRows _, Ending.RowsAreGone _, Ending.RoomIsHeld _ ->
                connection.rollback();
        }
    }

    private static void requireDistinctKeys(List<PlaceBet> commands) {
        long distinct = commands.stream().map(PlaceBet::scope).distinct().count();
        if (distinct != commands.size()) {
            throw new IllegalArgumentException("Two commands of one list bear the same key");
        }
    }
}
