package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import matchnight.bench.product.ProductException;
import matchnight.stack.DatabaseRole;

/**
 * Fills in millions of open bets as if they had been placed since midnight UTC: all in today's partitions, which is the hard case,
 * since what is placed next goes into the same indexes.
 */
final class StoredBets {

    /** How many fill at the same time, each for accounts of its own. */
    private static final int FILLERS = 2;

    // Drawn as a whole while nobody bets. The relay finds nothing under them and moves on; rows that get them
    // afterwards are
    // behind it, as if published long ago.
    private static final String DRAW_OUTBOX_IDS = """
            SELECT setval('outbox_id_seq', last_value + ?) - ? + 1 AS first_outbox_id FROM outbox_id_seq
            """;

    private static final String READ_DAY = """
            SELECT (extract(epoch FROM date_trunc('day', now(), 'UTC')) * 1000)::bigint AS midnight_millis,
                   (extract(epoch FROM now()) * 1000)::bigint AS now_millis
            """;

    // What the rows of a selection lack of its legs' liability, evenly.
    private static final String COUNT_LIABILITY = """
            WITH lacking AS (
                SELECT market_id, selection_id, legs.liability - counted.liability AS liability, counted.buckets
                  FROM (SELECT market_id, selection_id, sum(liability)::bigint AS liability
                          FROM bet_leg
                         GROUP BY market_id, selection_id) AS legs
                  JOIN (SELECT market_id, selection_id, sum(liability)::bigint AS liability, count(*) AS buckets
                          FROM market_exposure
                         GROUP BY market_id, selection_id) AS counted USING (market_id, selection_id)
            )
            UPDATE market_exposure AS exposure
               SET liability = exposure.liability + lacking.liability / buckets
                             + CASE WHEN bucket < lacking.liability % buckets THEN 1 ELSE 0 END
              FROM lacking
             WHERE exposure.market_id = lacking.market_id
               AND exposure.selection_id = lacking.selection_id
               AND lacking.liability > 0
            """;

    private StoredBets() {}

    /**
     * Fills them in while nobody bets, and cleans up as autovacuum would in time.
     *
     * @param count a multiple of the number of accounts
     */
    static void fill(PlacementRun run, int count) throws SQLException {
        long startNanos = System.nanoTime();
        run.progress().say("filling %d bets in".formatted(count));
        try (Connection owner = run.stack().product(DatabaseRole.MIGRATOR)) {
            Filling filling = prepare(run, owner, count);
            inParallel(run, filling);
            try (Statement statement = owner.createStatement()) {
                statement.executeUpdate(COUNT_LIABILITY);
                double fillSeconds = secondsSince(startNanos);
                run.add("fillSeconds", fillSeconds, "s");
                run.progress().say("  filled in %.0f s; vacuum".formatted(fillSeconds));
                long vacuumNanos = System.nanoTime();
                statement.execute("VACUUM (ANALYZE)");
                run.add("vacuumSeconds", secondsSince(vacuumNanos), "s");
            }
        }
    }

    private static Filling prepare(PlacementRun run, Connection owner, int count) throws SQLException {
        long firstOutboxId = drawOutboxIds(owner, count);
        run.awaitRelay();
        if (run.rowsBehind() > 0) {
            throw new ProductException("The relay does not pass the numbers drawn for stored bets", null);
        }
        try (Statement statement = owner.createStatement();
                ResultSet day = statement.executeQuery(READ_DAY)) {
            day.next();
            return new Filling(
                    count, FILLERS, firstOutboxId, day.getLong("midnight_millis"), day.getLong("now_millis"));
        }
    }

    private static long drawOutboxIds(Connection owner, int count) throws SQLException {
        try (PreparedStatement draw = owner.prepareStatement(DRAW_OUTBOX_IDS)) {
            draw.setLong(1, count);
            draw.setLong(2, count);
            try (ResultSet row = draw.executeQuery()) {
                row.next();
                return row.getLong("first_outbox_id");
            }
        }
    }

    private static void inParallel(PlacementRun run, Filling filling) {
        FillProgress filled = new FillProgress(run.progress(), filling.bets());
        try (ExecutorService threads = Executors.newFixedThreadPool(filling.fillers())) {
            List<CompletableFuture<Void>> all = IntStream.range(0, filling.fillers())
                    .mapToObj(filler ->
                            CompletableFuture.runAsync(() -> fillAs(filler, run.stack(), filling, filled), threads))
                    .toList();
            all.forEach(CompletableFuture::join);
        }
    }

    private static void fillAs(int filler, BenchStack stack, Filling filling, FillProgress filled) {
        try (Connection owner = stack.product(DatabaseRole.MIGRATOR)) {
            new Filler(owner, filling, filler).fill(filled);
        } catch (SQLException broken) {
            throw new ProductException("Filling bets in broke off", broken);
        }
    }

    private static double secondsSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis() / 1e3;
    }

    /**
     * What all fillers have in common.
     *
     * @param fromMillis when the first bet was placed
     * @param toMillis when the last one was
     */
    record Filling(int bets, int fillers, long firstOutboxId, long fromMillis, long toMillis) {

        /** How many bets every account gets. */
        int rounds() {
            return bets / Population.ACCOUNTS;
        }
    }

    /** Says every few percent how many have been filled in. */
    static final class FillProgress {

        private static final int STEPS = 10;

        private final Progress progress;
        private final long all;
        private long done;

        private FillProgress(Progress progress, long all) {
            this.progress = progress;
            this.all = all;
        }

        synchronized void add(long bets) {
            long stepsBefore = done * STEPS / all;
            done += bets;
            if (done * STEPS / all > stepsBefore) {
                progress.say("  %d of %d bets".formatted(done, all));
            }
        }
    }
}
