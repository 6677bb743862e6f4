package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import matchnight.bench.product.ProductException;
import matchnight.stack.DatabaseRole;

/**
 * Fills in millions of open bets as if they had been placed since midnight UTC: all in today's partitions, which is the hard case,
 * since what is placed next goes into the same indexes.
 */
final class StoredBets {

    /** How many fill at the same time, each for accounts of its own. */
    private static final int FILLERS = 2;

    private static final String READ_DAY = """
            SELECT (extract(epoch FROM date_trunc('day', now(), 'UTC')) * 1000)::bigint AS midnight_millis,
                   (extract(epoch FROM now()) * 1000)::bigint AS now_millis
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
            OpenBets.fill(run.stack(), run.progress(), prepare(run, owner, count));
            OpenBets.countLiability(owner);
            double fillSeconds = secondsSince(startNanos);
            run.add("fillSeconds", fillSeconds, "s");
            run.progress().say("  filled in %.0f s; vacuum".formatted(fillSeconds));
            long vacuumNanos = System.nanoTime();
            try (Statement statement = owner.createStatement()) {
                statement.execute("VACUUM (ANALYZE)");
            }
            run.add("vacuumSeconds", secondsSince(vacuumNanos), "s");
        }
    }

    // The outbox numbers are drawn as a whole while nobody bets. The relay finds nothing under them and moves on; rows
    // that get them afterwards are behind it, as if published long ago.
    private static Filling prepare(PlacementRun run, Connection owner, int count) throws SQLException {
        long firstOutboxId = OpenBets.drawOutboxIds(owner, count);
        run.awaitRelay();
        if (run.rowsBehind() > 0) {
            throw new ProductException("The relay does not pass the numbers drawn for stored bets", null);
        }
        try (Statement statement = owner.createStatement();
                ResultSet day = statement.executeQuery(READ_DAY)) {
            day.next();
            return new Filling(
                    Population.bettors(),
                    Population.usualMarkets(),
                    0,
                    count / Population.ACCOUNTS,
                    FILLERS,
                    firstOutboxId,
                    day.getLong("midnight_millis"),
                    day.getLong("now_millis"));
        }
    }

    private static double secondsSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis() / 1e3;
    }
}
