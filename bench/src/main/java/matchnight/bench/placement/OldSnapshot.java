package matchnight.bench.placement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import matchnight.bench.load.Phase;
import matchnight.bench.load.Tally;
import matchnight.bench.report.Target;
import matchnight.stack.DatabaseRole;

/** What the saturated rate loses while somebody holds a snapshot: measured at the snapshot's end, beside the rates before and after. */
final class OldSnapshot {

    private static final Target RATE_LOST = Target.atMost(0.1);

    private OldSnapshot() {}

    static void run(PlacementRun run) throws SQLException, IOException {
        double before = run.kneeNow();
        DatabaseReading earlier = run.readDatabase();
        Tally during;
        try (Connection outsider = run.stack().product(DatabaseRole.MIGRATOR)) {
            takeSnapshot(outsider);
            during = run.saturate(run.kneeInFlight(), endOfSnapshot(run));
            outsider.rollback();
        }
        DatabaseReading updates = run.readDatabase().since(earlier);
        run.awaitRelay();
        double after = run.kneeNow();
        double without = (before + after) / 2;
        double lost = 1 - Statistics.ratio(during.acceptedPerSecond(), without);
        run.progress()
                .say("  %.0f bets/s, before %.0f, after %.0f".formatted(during.acceptedPerSecond(), before, after));
        run.add("snapshotBetsPerSecond", during.acceptedPerSecond(), "bets/s");
        run.add("snapshotFreeBetsPerSecond", without, "bets/s");
        run.add("snapshotRateLost", lost, "1", RATE_LOST);
        run.add("snapshotHotShare", updates.hotShare(), "1");
        run.add("snapshotSeconds", run.times().snapshotMillis() / 1e3, "s");
    }

    private static void takeSnapshot(Connection outsider) throws SQLException {
        outsider.setAutoCommit(false);
        outsider.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement statement = outsider.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM market")) {
            rows.next();
        }
    }

    private static Phase endOfSnapshot(PlacementRun run) {
        Duration whole = Duration.ofMillis(run.times().snapshotMillis());
        Duration measured = run.times().load().measured();
        return measured.compareTo(whole) < 0
                ? new Phase(whole.minus(measured), measured)
                : new Phase(Duration.ZERO, whole);
    }
}
