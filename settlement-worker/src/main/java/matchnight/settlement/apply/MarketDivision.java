package matchnight.settlement.apply;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.logging.BoundedLog;
import org.slf4j.LoggerFactory;

/**
 * Divides a large market into account ranges with about as many bets each, so that several workers settle it at once. A
 * market is divided once, before its first page; its ranges cover all accounts, so that later bets belong to one of them.
 */
final class MarketDivision {

    // In the order of the index by market, which the planner might leave for a walk through all of the day.
    private static final String COUNT_UP_TO = """
            SELECT count(*)
              FROM (SELECT
                      FROM bet_leg
                     WHERE market_id = ? AND bet_id >= :first AND bet_id < :behind_last
                     ORDER BY account_id, bet_id
                     LIMIT ?) AS counted
            """;

    // A hundred bets a part tell the boundaries well enough, and sorting a million takes a second.
    private static final String FIND_BOUNDARIES = """
            SELECT DISTINCT boundary
              FROM (SELECT unnest(percentile_disc(?::float8[]) WITHIN GROUP (ORDER BY account_id)) AS boundary
                      FROM bet_leg
                     WHERE market_id = ?
                       AND bet_id >= :first
                       AND bet_id < :behind_last
                       AND uuid_hash(bet_id) & ? = 0) AS found
             WHERE boundary IS NOT NULL
             ORDER BY boundary
            """;

    // Only while the lease stands and nobody has divided it before.
    private static final String NARROW_FIRST_PART = """
            UPDATE settlement_part
               SET up_to_account_id = ?
             WHERE market_id = ?
               AND part = 0
               AND lease_epoch = ?
               AND up_to_account_id IS NULL
            """;

    private static final String ADD_PART = """
            INSERT INTO settlement_part (market_id, part, after_account_id, up_to_account_id) VALUES (?, ?, ?, ?)
            """;

    private static final int SAMPLED_IN_ONE_PART = 100;

    private final DataSource dataSource;
    private final int betsInOnePart;
    private final int mostParts;
    private final int sampleMask;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(MarketDivision.class));

    /**
     * Divides from {@code betsInOnePart} bets on.
     *
     * @param mostParts into which a market is divided, whatever its size
     */
    MarketDivision(DataSource dataSource, int betsInOnePart, int mostParts) {
        this.dataSource = dataSource;
        this.betsInOnePart = betsInOnePart;
        this.mostParts = mostParts;
        this.sampleMask = Integer.highestOneBit(Math.max(1, betsInOnePart / SAMPLED_IN_ONE_PART)) - 1;
    }

    /** The lease for what remains of its part. */
    PartLease divideIfLarge(PartLease lease) {
        if (!lease.isWholeMarket() || mostParts == 1) {
            return lease;
        }
        try {
            return divideIfMany(lease);
        } catch (SQLException slow) {
            // A market is settled undivided too. The same trouble in its pages would say so.
            log.warn("The {} stays in one part: {}", lease, slow.toString());
            return lease;
        }
    }

    private PartLease divideIfMany(PartLease lease) throws SQLException {
        long bets = countUpTo(lease, (long) betsInOnePart * mostParts);
        int parts = (int) (bets / betsInOnePart);
        if (parts < 2) {
            return lease;
        }
        List<String> boundaries = findBoundaries(lease, parts);
        boolean isDivided = !boundaries.isEmpty()
                && Transaction.run(dataSource, connection -> divide(connection, lease, boundaries));
        return isDivided ? lease.narrowedTo(new AccountRange("", boundaries.getFirst())) : lease;
    }

    private long countUpTo(PartLease lease, long limit) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement(lease.days().in(COUNT_UP_TO))) {
            statement.setString(1, lease.marketId().value());
            statement.setLong(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private List<String> findBoundaries(PartLease lease, int parts) throws SQLException {
        Object[] fractions = new Object[parts - 1];
        for (int i = 1; i < parts; i++) {
            fractions[i - 1] = (double) i / parts;
        }
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement(lease.days().in(FIND_BOUNDARIES))) {
            statement.setArray(1, connection.createArrayOf("float8", fractions));
            statement.setString(2, lease.marketId().value());
            statement.setInt(3, sampleMask);
            try (ResultSet row = statement.executeQuery()) {
                List<String> boundaries = new ArrayList<>();
                while (row.next()) {
                    boundaries.add(row.getString(1));
                }
                return boundaries;
            }
        }
    }

    private static boolean divide(Connection connection, PartLease lease, List<String> boundaries) throws SQLException {
        try (PreparedStatement narrow = connection.prepareStatement(NARROW_FIRST_PART)) {
            narrow.setString(1, boundaries.getFirst());
            narrow.setString(2, lease.marketId().value());
            narrow.setLong(3, lease.epoch());
            if (narrow.executeUpdate() == 0) {
                return false;
            }
        }
        try (PreparedStatement add = connection.prepareStatement(ADD_PART)) {
            for (int i = 0; i < boundaries.size(); i++) {
                add.setString(1, lease.marketId().value());
                add.setShort(2, (short) (i + 1));
                add.setString(3, boundaries.get(i));
                add.setString(4, i + 1 < boundaries.size() ? boundaries.get(i + 1) : null);
                add.addBatch();
            }
            add.executeBatch();
        }
        return true;
    }
}
