package matchnight.bench.placement;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import matchnight.bench.load.Tally;
import matchnight.bench.product.Metrics;
import matchnight.bench.report.Target;

/** What the saturated loads cost: statements, heap-only updates, processor time by part, and time that balance rows were held. */
final class CostAtTheKnee {

    private static final Target HOT_SHARE = Target.atLeast(0.95).wanting(0.99);
    private static final String BALANCE_HOLD = "placement_balance_lock_seconds";
    // Settlement does not run beside it.
    private static final Set<ProcessorReading.Part> PARTS =
            EnumSet.complementOf(EnumSet.of(ProcessorReading.Part.SETTLEMENT_WORKER));
    private static final double MILLIS_A_SECOND = 1e3;

    private record Reading(DatabaseReading database, ProcessorReading processors, Metrics metrics) {}

    private record Cost(long bets, DatabaseReading database, ProcessorReading processors, long rowsBehind) {}

    private final PlacementRun run;
    private final List<Cost> costs = new ArrayList<>();
    private final Metrics first;
    private Metrics last;
    private Reading earlier;

    CostAtTheKnee(PlacementRun run) throws SQLException, IOException {
        this.run = run;
        this.earlier = take();
        this.first = earlier.metrics;
        this.last = first;
    }

    private Reading take() throws SQLException, IOException {
        return new Reading(run.readDatabase(), run.readProcessors(), run.metrics());
    }

    void before() throws SQLException, IOException {
        earlier = take();
    }

    void after(Tally tally) throws SQLException, IOException {
        Reading now = take();
        last = now.metrics;
        costs.add(new Cost(
                tally.accepted(),
                now.database.since(earlier.database),
                now.processors.since(earlier.processors),
                run.rowsBehind()));
    }

    void report() {
        run.add("statementsPerBet", sum(cost -> cost.database.statements()) / sum(Cost::bets), "1");
        run.add("hotShare", median(cost -> cost.database.hotShare()), "1", HOT_SHARE);
        run.add("accountHotShare", median(cost -> cost.database.accountHotShare()), "1");
        run.add("exposureHotShare", median(cost -> cost.database.exposureHotShare()), "1");
        addHold("balanceHeldP50Millis", 0.5);
        addHold("balanceHeldP99Millis", 0.99);
        for (ProcessorReading.Part part : PARTS) {
            run.add(part.title() + "ProcessorShare", median(cost -> cost.processors.share(part)), "1");
        }
        run.add("otherProcessorShare", median(cost -> cost.processors.otherShare()), "1");
        run.add("outboxRowsBehindAfterLoad", median(Cost::rowsBehind), "rows");
    }

    private void addHold(String metric, double fraction) {
        OptionalDouble seconds = last.percentileSince(first, BALANCE_HOLD, fraction);
        if (seconds.isPresent() && Double.isFinite(seconds.getAsDouble())) {
            run.add(metric, MILLIS_A_SECOND * seconds.getAsDouble(), "ms");
        }
    }

    private double sum(ToDoubleFunction<Cost> of) {
        return costs.stream().mapToDouble(of).sum();
    }

    private double median(ToDoubleFunction<Cost> of) {
        return Statistics.median(costs.stream().map(of::applyAsDouble).toList());
    }
}
