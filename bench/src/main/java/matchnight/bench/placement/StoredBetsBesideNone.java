package matchnight.bench.placement;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import matchnight.bench.report.Target;

/**
 * The same rate on the same bet-api before and after millions of bets are filled in, first in the minute after a checkpoint, when
 * the first change of every page writes the whole page to the log, then later.
 */
final class StoredBetsBesideNone {

    private static final Target P99_RATIO = Target.atMost(1.5).wanting(1.1);

    private static final String NONE = "WithNone";
    private static final String AFTER_FILL = "RightAfterFill";
    private static final String AFTER_CHECKPOINT = "AfterCheckpoint";
    private static final String STORED = "WithStoredBets";

    private static final String COUNT_BETS = """
            SELECT (SELECT count(*) FROM bet) AS bets, pg_database_size(current_database()) AS bytes
            """;

    private final PlacementRun run;
    private final SizeTimes times;
    private final Windows windows;

    private StoredBetsBesideNone(PlacementRun run, SizeTimes times, double rate) {
        this.run = run;
        this.times = times;
        this.windows = new Windows(run, rate);
    }

    static void run(PlacementRun run, SizeTimes times, double rate) throws SQLException, IOException {
        StoredBetsBesideNone measuring = new StoredBetsBesideNone(run, times, rate);
        // The warm-up was a closed loop; what follows is compared with what follows long after.
        run.offer(rate, times.window(), run.usualSlips());
        run.awaitRelay();
        measuring.measure(NONE);
        measuring.reportSize("WithNone");
        StoredBets.fill(run, times.storedBets());
        measuring.reportSize("");
        // Filling has driven what bets touch out of the caches, which in production nothing does.
        measuring.windows.measure(AFTER_FILL, times.window(), run.usualSlips());
        measuring.measureAfterCheckpoint();
        measuring.measure(STORED);
        measuring.report();
    }

    private long measure(String name) throws IOException {
        long accepted = 0;
        for (int window = 0; window < times.windows(); window++) {
            accepted += windows.measure(name, times.window(), run.usualSlips());
        }
        return accepted;
    }

    private void measureAfterCheckpoint() throws SQLException, IOException {
        run.progress().say("  checkpoint");
        run.checkpoint();
        String from = run.readDatabase().walPosition();
        long bets = measure(AFTER_CHECKPOINT);
        WalVolume volume =
                WalVolume.between(run.superuser(), from, run.readDatabase().walPosition());
        run.add("afterCheckpointSeconds", times.firstWindows().toMillis() / 1e3, "s");
        run.addCount("afterCheckpointBets", bets, "bets");
        run.addCount("afterCheckpointWalRecordBytes", volume.recordBytes(), "bytes");
        run.addCount("afterCheckpointWalFullPageImageBytes", volume.fullPageImageBytes(), "bytes");
        run.add(
                "afterCheckpointWalFullPageImageBytesPerBet",
                volume.fullPageImageBytes() / (double) Math.max(1, bets),
                "bytes");
    }

    private void reportSize(String when) throws SQLException {
        try (Statement statement = run.superuser().createStatement();
                ResultSet row = statement.executeQuery(COUNT_BETS)) {
            row.next();
            run.addCount("storedBets" + when, row.getLong("bets"), "bets");
            run.addCount("databaseBytes" + when, row.getLong("bytes"), "bytes");
        }
    }

    private void report() {
        windows.report();
        run.add("storedBetsP99RatioAfterCheckpoint", windows.p99Ratio(AFTER_CHECKPOINT, NONE), "1", P99_RATIO);
        run.add("storedBetsP99Ratio", windows.p99Ratio(STORED, NONE), "1");
    }
}
