package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.ColumnArrays;
import org.jspecify.annotations.Nullable;

/**
 * The exposure rows that one transaction holds, and the room in them.
 *
 * <p>A selection's liability is spread over buckets with a share of the limit each, and a transaction holds one bucket of
 * a selection, so that placements on one selection need not wait for one another. Where that bucket may be too small all
 * of the selection's buckets are held, and only then may shares move or a limit be called full. All rows are locked by one
 * statement, in (market, selection, bucket) order, before any balance.
 */
final class Exposure {

    // One at a time makes a market's first rows, so that their shares add up to the limit whatever number of buckets
    // each
    // instance was told to make. Markets in order, and no row is held yet.
    private static final String AWAIT_TURN_TO_CREATE = """
            SELECT pg_advisory_xact_lock(hashtextextended('exposure ' || market_id, 0))
              FROM (SELECT DISTINCT market_id FROM unnest(?::text[]) AS market_id ORDER BY market_id) AS missing
            """;

    private static final String CREATE_MISSING_BUCKETS = """
            INSERT INTO market_exposure (market_id, selection_id, bucket, share)
            SELECT market_id, selection_id, bucket,
                   liability_limit / buckets + CASE WHEN bucket < liability_limit % buckets THEN 1 ELSE 0 END
              FROM unnest(?::text[], ?::text[], ?::bigint[]) AS missing (market_id, selection_id, liability_limit)
             CROSS JOIN (SELECT ?::integer AS buckets) AS setting
             CROSS JOIN LATERAL generate_series(0, buckets - 1) AS bucket
             WHERE NOT EXISTS (SELECT
                                 FROM market_exposure AS existing
                                WHERE existing.market_id = missing.market_id
                                  AND existing.selection_id = missing.selection_id)
             ORDER BY market_id, selection_id, bucket
            """;

    // A row that somebody changed while we waited for it comes back as it is now, and then stays so until we end.
    private static final String LOCK_BUCKETS_IN_ORDER = """
            SELECT market_exposure.market_id, market_exposure.selection_id, bucket, liability, share
              FROM unnest(?::text[], ?::text[], ?::smallint[]) AS wanted (market_id, selection_id, own_bucket)
              JOIN market_exposure USING (market_id, selection_id)
             WHERE own_bucket IS NULL OR bucket = own_bucket
             ORDER BY market_exposure.market_id, market_exposure.selection_id, bucket
               FOR NO KEY UPDATE OF market_exposure
            """;

    private static final String WRITE_BUCKETS = """
            UPDATE market_exposure
               SET liability = changed.liability, share = changed.share
              FROM unnest(?::text[], ?::text[], ?::smallint[], ?::bigint[], ?::bigint[])
                   AS changed (market_id, selection_id, bucket, liability, share)
             WHERE market_exposure.market_id = changed.market_id
               AND market_exposure.selection_id = changed.selection_id
               AND market_exposure.bucket = changed.bucket
            """;

    private final Map<SelectionKey, List<Bucket>> buckets = new TreeMap<>();
    private final Set<SelectionKey> wholly;

    private Exposure(Set<SelectionKey> wholly) {
        this.wholly = Set.copyOf(wholly);
    }

    /** Makes the rows of selections that nobody has bet on yet; {@code limits} in minor units. */
    static void createMissing(Connection connection, Map<SelectionKey, Long> limits, int bucketCount)
            throws SQLException {
        if (limits.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(AWAIT_TURN_TO_CREATE)) {
            ColumnArrays.from(statement, 1, List.copyOf(limits.keySet()))
                    .bind("text", selection -> selection.marketId().value());
            statement.execute();
        }
        try (PreparedStatement statement = connection.prepareStatement(CREATE_MISSING_BUCKETS)) {
            int next = ColumnArrays.from(statement, 1, List.copyOf(new TreeMap<>(limits).entrySet()))
                    .bind("text", entry -> entry.getKey().marketId().value())
                    .bind("text", entry -> entry.getKey().selectionId().value())
                    .bind("bigint", Map.Entry::getValue)
                    .nextIndex();
            statement.setInt(next, bucketCount);
            statement.executeUpdate();
        }
    }

    /**
     * Locks one bucket of each selection, or all of those that are to be held wholly.
     *
     * @param bucketCounts over how many rows each selection is spread
     * @param draw a number that spreads transactions over the buckets, not negative
     * @throws SQLException SQLSTATE 55P03 if a row was held longer than the role's lock timeout
     */
    static Exposure lock(
            Connection connection, Map<SelectionKey, Integer> bucketCounts, Set<SelectionKey> wholly, int draw)
            throws SQLException {
        Exposure exposure = new Exposure(wholly);
        if (bucketCounts.isEmpty()) {
            return exposure;
        }
        try (PreparedStatement statement = connection.prepareStatement(LOCK_BUCKETS_IN_ORDER)) {
            ColumnArrays.from(statement, 1, List.copyOf(bucketCounts.entrySet()))
                    .bind("text", spread -> spread.getKey().marketId().value())
                    .bind("text", spread -> spread.getKey().selectionId().value())
                    .bind("smallint", spread -> exposure.ownBucket(spread, draw));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    exposure.add(rows);
                }
            }
        }
        return exposure;
    }

    private @Nullable Short ownBucket(Map.Entry<SelectionKey, Integer> spread, int draw) {
        return wholly.contains(spread.getKey()) ? null : (short) (draw % spread.getValue());
    }

    private void add(ResultSet row) throws SQLException {
        SelectionKey selection = new SelectionKey(
                new MarketId(row.getString("market_id")), new SelectionId(row.getString("selection_id")));
        buckets.computeIfAbsent(selection, key -> new ArrayList<>())
                .add(new Bucket(row.getShort("bucket"), row.getLong("liability"), row.getLong("share")));
    }

    /** Whether what is missing in the bucket held may stand in buckets that are not. */
    boolean mayHaveRoomElsewhere(SelectionKey selection) {
        return !wholly.contains(selection);
    }

    /** Liability that may still be added under the locks held, in minor units. */
    long room(SelectionKey selection) {
        return bucketsOf(selection).stream().mapToLong(Bucket::room).sum();
    }

    /** Takes liability that {@link #room} has; moves shares to it where one bucket is too small. */
    void take(SelectionKey selection, long liability) {
        if (liability > room(selection)) {
            throw new IllegalStateException("No room for " + liability + " on " + selection);
        }
        List<Bucket> held = bucketsOf(selection);
        Bucket own = held.getFirst();
        own.gatherRoom(liability, held);
        own.take(liability);
    }

    /** Writes the rows that changed. */
    void write(Connection connection) throws SQLException {
        List<Changed> changed = new ArrayList<>();
        buckets.forEach((selection, held) ->
                held.stream().filter(Bucket::isChanged).forEach(bucket -> changed.add(new Changed(selection, bucket))));
        if (changed.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(WRITE_BUCKETS)) {
            ColumnArrays.from(statement, 1, changed)
                    .bind("text", row -> row.selection().marketId().value())
                    .bind("text", row -> row.selection().selectionId().value())
                    .bind("smallint", row -> row.bucket().number)
                    .bind("bigint", row -> row.bucket().liability)
                    .bind("bigint", row -> row.bucket().share);
            statement.executeUpdate();
        }
    }

    private List<Bucket> bucketsOf(SelectionKey selection) {
        List<Bucket> held = buckets.get(selection);
        if (held == null) {
            throw new IllegalStateException("No exposure row of " + selection + " is held");
        }
        return held;
    }

    private record Changed(SelectionKey selection, Bucket bucket) {}

    /** One row as this transaction will leave it. */
    private static final class Bucket {

        private final short number;
        private long liability;
        private long share;
        private boolean changed;

        Bucket(short number, long liability, long share) {
            this.number = number;
            this.liability = liability;
            this.share = share;
        }

        long room() {
            return share - liability;
        }

        boolean isChanged() {
            return changed;
        }

        void take(long amount) {
            liability = Math.addExact(liability, amount);
            changed = true;
        }

        void gatherRoom(long wanted, List<Bucket> others) {
            for (Bucket other : others) {
                long missing = wanted - room();
                if (missing <= 0) {
                    return;
                }
                if (other.number != number) {
                    moveShare(other, Math.min(missing, other.room()));
                }
            }
        }

        private void moveShare(Bucket from, long amount) {
            from.share -= amount;
            from.changed = true;
            share += amount;
            changed = true;
        }
    }
}
