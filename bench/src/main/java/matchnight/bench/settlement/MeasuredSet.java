package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.ProcessorReading;
import matchnight.bench.placement.WalVolume;
import matchnight.bench.product.Metrics;

/**
 * A set that the workers settled while nothing else ran, and what that cost.
 *
 * @param walBytes written to the log, images of whole pages among them
 * @param recordBytes without the images; 0 where so much was written that it was not read
 * @param holdP50Millis how long batches held balances; 0 where no worker says
 */
record MeasuredSet(
        SettledSet settled,
        long walBytes,
        long recordBytes,
        double holdP50Millis,
        double holdP99Millis,
        ProcessorReading processors) {

    private static final long MOST_LOG_READ = 1L << 30;

    private static final String READ_POSITION = "SELECT pg_current_wal_insert_lsn()::text";
    private static final String COUNT_BYTES = "SELECT pg_wal_lsn_diff(?::pg_lsn, ?::pg_lsn)::bigint";

    /** Settles the set, from a checkpoint on. */
    static MeasuredSet of(SettlementRun run, BetSet set, String what) throws SQLException, IOException {
        PlacementRun bench = run.run();
        bench.checkpoint();
        String from = position(bench.superuser());
        ProcessorReading processors = bench.readProcessors();
        List<Metrics> metrics = run.workers().metrics();
        run.settling().publish(set);
        run.settling().awaitApplied(set);
        ProcessorReading used = bench.readProcessors().since(processors);
        String to = position(bench.superuser());
        long bytes = bytes(bench.superuser(), from, to);
        MeasuredSet measured = new MeasuredSet(
                run.settling().check(set, what),
                bytes,
                bytes > MOST_LOG_READ
                        ? 0
                        : WalVolume.between(bench.superuser(), from, to).recordBytes(),
                run.workers().holdMillisSince(metrics, 0.5).orElse(0),
                run.workers().holdMillisSince(metrics, 0.99).orElse(0),
                used);
        measured.say(bench, what);
        return measured;
    }

    private void say(PlacementRun bench, String what) {
        bench.progress()
                .say(
                        "  %s: %.0f bets/s, %.0f from published to applied; batches of %d; holds p50 %.1f, p99 %.1f ms; others %.0f %%"
                                .formatted(
                                        what,
                                        settled.perSecond(),
                                        settled.perSecondFromPublished(),
                                        settled.settlements()
                                                / Math.max(1, settled.batches().size()),
                                        holdP50Millis,
                                        holdP99Millis,
                                        100 * processors.otherShare()));
    }

    private static String position(Connection superuser) throws SQLException {
        try (Statement statement = superuser.createStatement();
                ResultSet row = statement.executeQuery(READ_POSITION)) {
            row.next();
            return row.getString(1);
        }
    }

    private static long bytes(Connection superuser, String from, String to) throws SQLException {
        try (PreparedStatement statement = superuser.prepareStatement(COUNT_BYTES)) {
            statement.setString(1, to);
            statement.setString(2, from);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
