package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.product.ProductException;
import matchnight.bench.product.ResultTopic;
import matchnight.stack.process.Pause;

/** Publishes a set's results and waits until the workers have applied all of them. */
final class SettleSet {

    private static final Duration STALLED_AFTER = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 50;

    private static final String READ_PROGRESS = """
            SELECT (SELECT count(*)
                      FROM settlement_job
                     WHERE market_id = ANY (?) AND applied_revision = revision) AS markets_applied,
                   (SELECT coalesce(sum(bets_settled), 0)
                      FROM settlement_part
                     WHERE market_id = ANY (?)) AS bets_settled
            """;

    private record HowFar(long marketsApplied, long betsSettled) {}

    private final PlacementRun run;
    private final ResultTopic topic;

    SettleSet(PlacementRun run, ResultTopic topic) {
        this.run = run;
        this.topic = topic;
    }

    /** Publishes, and returns what {@link System#nanoTime} said before. */
    long publish(BetSet set) {
        long beganNanos = System.nanoTime();
        topic.publish(set.results());
        return beganNanos;
    }

    /**
     * Waits as long as bets are being settled.
     *
     * @throws ProductException if none was for minutes
     */
    void awaitApplied(BetSet set) throws SQLException {
        HowFar before = new HowFar(0, 0);
        long lastMoveNanos = System.nanoTime();
        while (before.marketsApplied < set.marketIds().size()) {
            Pause.millis(POLL_MILLIS);
            HowFar now = read(set);
            if (!now.equals(before)) {
                before = now;
                lastMoveNanos = System.nanoTime();
            } else if (System.nanoTime() - lastMoveNanos > STALLED_AFTER.toNanos()) {
                throw new ProductException(
                        "Settlement stands still at %d of %d bets".formatted(now.betsSettled, set.bets()), null);
            }
        }
    }

    private HowFar read(BetSet set) throws SQLException {
        Connection superuser = run.superuser();
        try (PreparedStatement statement = superuser.prepareStatement(READ_PROGRESS)) {
            statement.setArray(
                    1, superuser.createArrayOf("text", set.marketIds().toArray()));
            statement.setArray(
                    2, superuser.createArrayOf("text", set.marketIds().toArray()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new HowFar(row.getLong("markets_applied"), row.getLong("bets_settled"));
            }
        }
    }

    /** Publishes, waits, and checks that every bet was settled once. */
    SettledSet settle(BetSet set, String what) throws SQLException {
        publish(set);
        awaitApplied(set);
        SettledSet settled = check(set, what);
        run.progress()
                .say("  %s: %.0f bets/s, %.0f from published to applied"
                        .formatted(what, settled.perSecond(), settled.perSecondFromPublished()));
        return settled;
    }

    /** What was settled of the set, checked to be each bet once. */
    SettledSet check(BetSet set, String what) throws SQLException {
        SettledSet settled = SettledSet.read(run.superuser(), set);
        run.check(
                "every bet %s is settled once".formatted(what),
                settled.isEachOnce(set),
                "%d bets, %d of them settled, by %d settlements"
                        .formatted(set.bets(), settled.bets(), settled.settlements()));
        return settled;
    }
}
