package matchnight.bench.placement;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import matchnight.bench.load.ClosedLoop;
import matchnight.bench.load.Tally;
import matchnight.bench.report.Target;
import matchnight.stack.DatabaseRole;

/** Baselines and HTTP take turns, since the machine is not the same from one minute to the next; medians are compared. */
final class RateBesideBaselines {

    private static final List<Integer> CONNECTIONS = List.of(8, 16, 32);
    private static final Target RATIO = Target.atLeast(1.5).wanting(2);

    private record Cell(BaselineForm form, int connections) {}

    private final PlacementRun run;
    private final Series<Cell> baselines = new Series<>();
    private final Series<Integer> plateaus = new Series<>();

    private RateBesideBaselines(PlacementRun run) {
        this.run = run;
    }

    static void run(PlacementRun run) throws SQLException, IOException {
        RateBesideBaselines rate = new RateBesideBaselines(run);
        CostAtTheKnee cost = new CostAtTheKnee(run);
        for (int round = 1; round <= run.times().rounds(); round++) {
            run.progress()
                    .say("baselines, round %d of %d"
                            .formatted(round, run.times().rounds()));
            rate.measureBaselines();
            run.progress()
                    .say("HTTP, round %d of %d".formatted(round, run.times().rounds()));
            rate.measureHttp(cost);
        }
        rate.report();
        cost.report();
    }

    private void measureBaselines() throws SQLException {
        for (BaselineForm form : BaselineForm.values()) {
            for (int connections : CONNECTIONS) {
                double betsPerSecond = ClosedLoop.timesPerSecond(
                        connections,
                        run.times().baseline(),
                        _ -> form.worker(run.stack().baseline(DatabaseRole.BET_API)));
                baselines.add(new Cell(form, connections), betsPerSecond);
                run.progress()
                        .say("  %s, %d connections: %.0f bets/s".formatted(form.title(), connections, betsPerSecond));
            }
        }
    }

    private void measureHttp(CostAtTheKnee cost) throws SQLException, IOException {
        for (int inFlight : PlacementRun.SATURATING) {
            cost.before();
            Tally tally = run.saturate(inFlight, run.times().load());
            cost.after(tally);
            plateaus.add(inFlight, tally.acceptedPerSecond());
            run.progress()
                    .say("  HTTP, %d in flight: %.0f bets/s, p50 %.1f ms, p99 %.1f ms %s"
                            .formatted(
                                    inFlight,
                                    tally.acceptedPerSecond(),
                                    tally.latencies().p50Millis(),
                                    tally.latencies().p99Millis(),
                                    tally.outcomes()));
            run.awaitRelay();
        }
    }

    private void report() {
        Cell best = baselines.best();
        int knee = plateaus.best();
        run.kneeFoundAt(knee);
        run.add("acceptedBetsPerSecond", plateaus.median(knee), "bets/s");
        run.add("bestBaselineBetsPerSecond", baselines.median(best), "bets/s");
        run.add("ratioToBestBaseline", plateaus.median(knee) / baselines.median(best), "1", RATIO);
        for (int inFlight : plateaus.all()) {
            run.add("http%dInFlightBetsPerSecond".formatted(inFlight), plateaus.median(inFlight), "bets/s");
        }
        for (Cell cell : baselines.all()) {
            run.add(nameOf(cell), baselines.median(cell), "bets/s");
        }
    }

    private static String nameOf(Cell cell) {
        String form = cell.form().title();
        return "baseline%s%s%dConnectionsBetsPerSecond"
                .formatted(form.substring(0, 1).toUpperCase(Locale.ROOT), form.substring(1), cell.connections());
    }
}
