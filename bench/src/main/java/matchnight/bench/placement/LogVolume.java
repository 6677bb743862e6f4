package matchnight.bench.placement;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import matchnight.bench.load.Phase;
import matchnight.bench.load.Tally;
import matchnight.bench.report.Target;

/**
 * Log bytes a single: between two checkpoints, so that every page's first change and its image are in the interval. All that the
 * product writes meanwhile is in it, the relay's place among it.
 */
final class LogVolume {

    private static final Target RECORD_BYTES = Target.atMost(1_600).wanting(1_100);
    private static final int LOADS_AN_INTERVAL = 2;
    private static final double MILLIS_A_SECOND = 1e3;

    private LogVolume() {}

    static void run(PlacementRun run) throws SQLException, IOException {
        run.checkpoint();
        String from = run.readDatabase().walPosition();
        long begunNanos = System.nanoTime();
        Tally tally = run.saturate(run.kneeInFlight(), interval(run));
        run.awaitRelay();
        long millis = Duration.ofNanos(System.nanoTime() - begunNanos).toMillis();
        WalVolume volume =
                WalVolume.between(run.superuser(), from, run.readDatabase().walPosition());
        run.checkpoint();
        double bets = Math.max(1, tally.accepted());
        run.add("walBytesPerBet", volume.recordBytes() / bets, "bytes", RECORD_BYTES);
        run.add("walFullPageImageBytesPerBet", volume.fullPageImageBytes() / bets, "bytes");
        run.add("checkpointIntervalSeconds", millis / MILLIS_A_SECOND, "s");
        run.addCount("checkpointIntervalBets", tally.accepted(), "bets");
    }

    private static Phase interval(PlacementRun run) {
        Phase load = run.times().load();
        return new Phase(load.warmUp(), load.measured().multipliedBy(LOADS_AN_INTERVAL));
    }
}
