package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import matchnight.bets.placement.PlacementTransaction.Ending;

/**
 * Places a list of bets in one short transaction: each command gets its own outcome, and a refusal rolls nothing back.
 *
 * <p>Correctness rests on the rows and not on the list: any number of instances may place at once, one command at a time
 * or many.
 */
public final class BetPlacement {

    private final DataSource dataSource;
    private final int exposureBucketCount;
    private final PlacementMetrics metrics;

    /**
     * Places through the connections of one pool.
     *
     * @param dataSource connections of the role {@code bet_api}
     * @param exposureBucketCount how many rows a selection's exposure is spread over when the first bet makes them; 1 or more
     */
    public BetPlacement(DataSource dataSource, int exposureBucketCount, PlacementMetrics metrics) {
        this.dataSource = dataSource;
        this.exposureBucketCount = exposureBucketCount;
        this.metrics = metrics;
    }

    /**
     * Places the commands, in their order where they compete for the same cent or the same room.
     *
     * @param commands with keys that all differ
     * @return one outcome a command, in the commands' order
     * @throws SQLException if the database could not decide now: the same keys may be tried again
     */
    public List<PlaceBetOutcome> place(List<PlaceBet> commands) throws SQLException {
        requireDistinctKeys(commands);
        Set<SelectionKey> heldWholly = new HashSet<>();
        // Each try holds more selections wholly than the one before, so there are at most as many as selections, plus
        // one.
        while (true) {
            switch (tryOnce(commands, heldWholly)) {
                case Ending.Decided(List<PlaceBetOutcome> outcomes) -> {
                    return outcomes;
                }
                case Ending.NeedsWholeSelections(Set<SelectionKey> selections) -> heldWholly.addAll(selections);
            }
        }
    }

    private Ending tryOnce(List<PlaceBet> commands, Set<SelectionKey> heldWholly) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            var buckets = new ExposureBuckets(exposureBucketCount, drawBucket());
            var hold = metrics.newBalanceHold();
            Ending ending = new PlacementTransaction(connection, commands, heldWholly, buckets, hold::begins).run();
            end(connection, ending);
            hold.ends();
            return ending;
        }
    }

    private static int drawBucket() {
        return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    }

    // A connection that goes back to the pool without a commit is rolled back there.
    private static void end(Connection connection, Ending ending) throws SQLException {
        switch (ending) {
            case Ending.Decided _ -> connection.commit();
            case Ending.NeedsWholeSelections _ -> connection.rollback();
        }
    }

    private static void requireDistinctKeys(List<PlaceBet> commands) {
        long distinct = commands.stream().map(PlaceBet::scope).distinct().count();
        if (distinct != commands.size()) {
            throw new IllegalArgumentException("Two commands of one list bear the same key");
        }
    }
}
