package matchnight.bench.placement;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.ReportTable;
import matchnight.stack.cli.ExitCode;

/** {@code bench placement-at-size}: one warm bet-api, first on an almost empty database, then on one with millions of bets. */
public final class SizeBench {

    public static final String NAME = "placement-at-size";
    public static final String SUMMARY =
            "placement p99 with five million stored bets beside none, and on 10,000 open markets beside 10 [--quick] [--bets N]";

    private static final double SHARE_OF_KNEE = 0.5;

    private SizeBench() {}

    /** Returns the exit code: 0 only if the run came to its end and every check held. */
    public static int run(List<String> words) {
        SizeOptions options = SizeOptions.read(words);
        Progress progress = new Progress(System.err);
        BenchReport report = run(options.times(), progress, options.quick() ? "quick" : "standard");
        options.json().ifPresent(report::write);
        System.out.print(ReportTable.of(report));
        progress.say("done");
        return report.ok() ? ExitCode.OK : ExitCode.FAILED;
    }

    static BenchReport run(SizeTimes times, Progress progress, String length) {
        Instant startedAt = Instant.now();
        double loadAverage = loadAverage();
        return PlacementRun.onOwnStack(times.bench(), progress, run -> {
            measure(run, times);
            progress.say("auditing");
            StoredMoney.grantMemory(run.superuser());
            StoredMoney.judge(run);
            return RunReport.of(NAME, startedAt, run, parameters(times, length, loadAverage));
        });
    }

    private static void measure(PlacementRun run, SizeTimes times) throws SQLException, IOException {
        double knee = run.kneeNow();
        double rate = SHARE_OF_KNEE * knee;
        run.add("kneeWithNone", knee, "bets/s");
        run.add("offered", rate, "bets/s");
        StoredBetsBesideNone.run(run, times, rate);
        OpenMarkets.run(run, times, rate);
    }

    private static Map<String, Object> parameters(SizeTimes times, String length, double loadAverage) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("length", length);
        parameters.put("bets", times.storedBets());
        parameters.put("openMarkets", times.openMarkets());
        parameters.put("windowMillis", times.windowMillis());
        parameters.put("windows", times.windows());
        parameters.put("marketWindowMillis", times.marketWindowMillis());
        parameters.put("loadAverageAtStart", loadAverage);
        parameters.put("loadAverageAtEnd", loadAverage());
        return parameters;
    }

    private static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
