package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import matchnight.bench.product.ProductException;
import matchnight.stack.DatabaseRole;

/** Fills open bets in set-wise while nobody bets, as if they had been placed. */
public final class OpenBets {

    private static final String DRAW_OUTBOX_IDS = """
            SELECT setval('outbox_id_seq', last_value + ?) - ? + 1 AS first_outbox_id FROM outbox_id_seq
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

    private OpenBets() {}

    /** Draws numbers for the outbox rows of bets that are to be filled in, and returns the first. */
    public static long drawOutboxIds(Connection owner, long count) throws SQLException {
        try (PreparedStatement draw = owner.prepareStatement(DRAW_OUTBOX_IDS)) {
            draw.setLong(1, count);
            draw.setLong(2, count);
            try (ResultSet row = draw.executeQuery()) {
                row.next();
                return row.getLong("first_outbox_id");
            }
        }
    }

    /** Fills them in over as many connections as it has fillers. Exposure is counted when all are there. */
    public static void fill(BenchStack stack, Progress progress, Filling filling) {
        FillProgress filled = new FillProgress(progress, filling.bets());
        try (ExecutorService threads = Executors.newFixedThreadPool(filling.fillers())) {
            List<CompletableFuture<Void>> all = IntStream.range(0, filling.fillers())
                    .mapToObj(
                            filler -> CompletableFuture.runAsync(() -> fillAs(filler, stack, filling, filled), threads))
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

    /** Brings every selection's exposure up to what its bets' legs say. */
    public static void countLiability(Connection owner) throws SQLException {
        try (Statement statement = owner.createStatement()) {
            statement.executeUpdate(COUNT_LIABILITY);
        }
    }
}
