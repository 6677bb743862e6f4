package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import matchnight.bench.placement.Population;

/** As many bets by one worker and by several, each a process with its default lanes. How many cores they share stands beside. */
final class WorkerScaling {

    private WorkerScaling() {}

    private static BetSet set(SettlementSizes sizes, int workers) {
        return BetSet.of(
                "scale%d".formatted(workers),
                Population.bettors(),
                sizes.spread(),
                SettlementSizes.wholeRounds(sizes.workerBets()));
    }

    static List<BetSet> sets(SettlementSizes sizes) {
        return sizes.workers().stream().map(workers -> set(sizes, workers)).toList();
    }

    static void run(SettlementRun run) throws SQLException, IOException {
        double alone = 0;
        for (int workers : run.sizes().workers()) {
            run.startUpTo(workers);
            MeasuredSet measured = MeasuredSet.of(run, set(run.sizes(), workers), "by %d workers".formatted(workers));
            double rate = measured.settled().perSecond();
            alone = alone == 0 ? rate : alone;
            run.run().add("settledBetsPerSecondBy%dWorkers".formatted(workers), rate, "bets/s");
            run.run().add("by%dWorkersToOne".formatted(workers), rate / alone, "1");
            run.run()
                    .add(
                            "settlementBalanceHeldP99MillisBy%dWorkers".formatted(workers),
                            measured.holdP99Millis(),
                            "ms");
        }
        run.run().addCount("coresOfWorkers", Runtime.getRuntime().availableProcessors(), "1");
    }
}
