package matchnight.bets.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
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

    // The limit is the market's own, read here: whoever changes one waits for the transactions that were running then,
    // and
    // the one in which the rows were found missing may have ended before.
    private static final String CREATE_MISSING_BUCKETS = """
            INSERT INTO market_exposure (market_id, selection_id, bucket, share)
            SELECT missing.market_id, missing.selection_id, bucket,
                   liability_limit / buckets + CASE WHEN bucket < liability_limit % buckets THEN 1 ELSE 0 END
              FROM unnest(?::text[], ?::text[]) AS missing (market_id, selection_id)
              JOIN market ON market.market_id = missing.market_id
             CROSS JOIN (SELECT ?::integer AS buckets) AS setting
             CROSS JOIN LATERAL generate_series(0, buckets - 1) AS bucket
             WHERE NOT EXISTS (SELECT
                                 FROM market_exposure AS existing
                                WHERE existing.market_id = missing.market_id
                                  AND existing.selection_id = missing.selection_id)
             ORDER BY missing.market_id, missing.selection_id, bucket
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

    private static final String LOCK_FREE_BUCKETS = LOCK_BUCKETS_IN_ORDER + " SKIP LOCKED";

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
    private final Set<SelectionKey> heldWholly = new TreeSet<>();

    private Exposure() {}

    /** Nothing held: for a transaction that takes no liability. */
    static Exposure none() {
        return new Exposure();
    }

    /** Makes the rows of selections that nobody has bet on yet, their shares by the market's limit as it is now. */
    static void createMissing(StatementSequence statements, Set<SelectionKey> selections, int bucketCount) {
        if (selections.isEmpty()) {
            return;
        }
        List<SelectionKey> inOrder = List.copyOf(new TreeSet<>(selections));
        statements.query(
                AWAIT_TURN_TO_CREATE,
                (statement, first) -> ColumnArrays.from(statement, first, inOrder)
                        .bind("text", selection -> selection.marketId().value())
                        .nextIndex(),
                _ -> true);
        statements.update(CREATE_MISSING_BUCKETS, (statement, first) -> {
            int next = ColumnArrays.from(statement, first, inOrder)
                    .bind("text", selection -> selection.marketId().value())
                    .bind("text", selection -> selection.selectionId().value())
                    .nextIndex();
            statement.setInt(next, bucketCount);
            return next + 1;
        });
    }

    /**
     * Locks one bucket of each selection, or all of those that are to be held wholly.
     *
     * @param bucketCounts over how many rows each selection is spread
     * @param draw a number that spreads transactions over the buckets, not negative
     */
    static Found<Exposure> lock(
            StatementSequence statements, Map<SelectionKey, Integer> bucketCounts, Set<SelectionKey> wholly, int draw) {
        return lock(LOCK_BUCKETS_IN_ORDER, statements, bucketCounts, wholly, draw, false);
    }

    /**
     * Locks what nobody else holds of all the selections' buckets, waiting for none: for a transaction that holds a balance
     * already.
     */
    static Found<Exposure> lockThoseFree(StatementSequence statements, Map<SelectionKey, Integer> bucketCounts) {
        return lock(LOCK_FREE_BUCKETS, statements, bucketCounts, bucketCounts.keySet(), 0, true);
    }

    private static Found<Exposure> lock(
            String sql,
            StatementSequence statements,
            Map<SelectionKey, Integer> bucketCounts,
            Set<SelectionKey> wholly,
            int draw,
            boolean passesOverHeldRows) {
        List<Map.Entry<SelectionKey, Integer>> inOrder = List.copyOf(new TreeMap<>(bucketCounts).entrySet());
        return statements.query(
                sql,
                (statement, first) -> ColumnArrays.from(statement, first, inOrder)
                        .bind("text", spread -> spread.getKey().marketId().value())
                        .bind("text", spread -> spread.getKey().selectionId().value())
                        .bind("smallint", spread -> ownBucket(spread, wholly, draw))
                        .nextIndex(),
                rows -> {
                    Exposure exposure = new Exposure();
                    while (rows.next()) {
                        exposure.add(rows);
                    }
                    exposure.noteWhatIsHeldWholly(bucketCounts, wholly, passesOverHeldRows);
                    return exposure;
                });
    }

    private static @Nullable Short ownBucket(
            Map.Entry<SelectionKey, Integer> spread, Set<SelectionKey> wholly, int draw) {
        return wholly.contains(spread.getKey()) ? null : (short) (draw % spread.getValue());
    }

    private void add(ResultSet row) throws SQLException {
        SelectionKey selection = new SelectionKey(
                new MarketId(row.getString("market_id")), new SelectionId(row.getString("selection_id")));
        buckets.computeIfAbsent(selection, key -> new ArrayList<>())
                .add(new Bucket(row.getShort("bucket"), row.getLong("liability"), row.getLong("share")));
    }

    // Whoever waited for every row has them all, however many were remembered. Whoever passed some over may not.
    private void noteWhatIsHeldWholly(
            Map<SelectionKey, Integer> bucketCounts, Set<SelectionKey> wholly, boolean passedOverHeldRows) {
        for (SelectionKey selection : wholly) {
            int held = bucketsOf(selection).size();
            if (held > 0 && (!passedOverHeldRows || held >= bucketCounts.getOrDefault(selection, 0))) {
                heldWholly.add(selection);
            }
        }
    }

    /** Those of the selections of which no row is held: their rows are not where they were remembered. */
    Set<SelectionKey> withoutRows(Collection<SelectionKey> selections) {
        return selections.stream()
                .filter(selection -> bucketsOf(selection).isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether what is missing in the buckets held may stand in buckets that are not. */
    boolean mayHaveRoomElsewhere(SelectionKey selection) {
        return !heldWholly.contains(selection);
    }

    /** Over how many rows a selection that is held wholly is spread. */
    int bucketCount(SelectionKey selection) {
        return bucketsOf(selection).size();
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

    /**
     * Spreads the room that is left evenly over the buckets of what is held wholly and was taken from, so that the next
     * transactions find some in whichever bucket is theirs.
     */
    void spreadRoom() {
        for (SelectionKey selection : heldWholly) {
            List<Bucket> held = bucketsOf(selection);
            if (held.stream().anyMatch(Bucket::isChanged)) {
                spreadRoom(held);
            }
        }
    }

    private static void spreadRoom(List<Bucket> held) {
        long room = held.stream().mapToLong(Bucket::room).sum();
        long each = room / held.size();
        long oddOnes = room % held.size();
        for (Bucket bucket : held) {
            bucket.leaveRoom(oddOnes > 0 ? each + 1 : each);
            oddOnes--;
        }
    }

    /** Writes the rows that changed. */
    void write(StatementSequence statements) {
        List<Changed> changed = new ArrayList<>();
        buckets.forEach((selection, held) ->
                held.stream().filter(Bucket::isChanged).forEach(bucket -> changed.add(new Changed(selection, bucket))));
        if (changed.isEmpty()) {
            return;
        }
        statements.update(
                WRITE_BUCKETS,
                (statement, first) -> ColumnArrays.from(statement, first, changed)
                        .bind("text", row -> row.selection().marketId().value())
                        .bind("text", row -> row.selection().selectionId().value())
                        .bind("smallint", row -> row.bucket().number)
                        .bind("bigint", row -> row.bucket().liability)
                        .bind("bigint", row -> row.bucket().share)
                        .nextIndex());
    }

    private List<Bucket> bucketsOf(SelectionKey selection) {
        return buckets.getOrDefault(selection, List.of());
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

        void leaveRoom(long room) {
            long wanted = liability + room;
            changed = changed || wanted != share;
            share = wanted;
        }

        private void moveShare(Bucket from, long amount) {
            from.share -= amount;
            from.changed = true;
            share += amount;
            changed = true;
        }
    }
}
