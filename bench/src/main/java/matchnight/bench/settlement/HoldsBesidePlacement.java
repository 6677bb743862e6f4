package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.SQLException;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.Population;
import matchnight.bench.placement.StoredMoney;
import matchnight.bench.report.Target;

/** A set is settled while its accounts place at a share of the knee: how long either holds balances. */
final class HoldsBesidePlacement {

    static final Target HOLD_RATIO = Target.atMost(1).wanting(0.5);
    private static final double SHARE_OF_KNEE = 0.6;

    private HoldsBesidePlacement() {}

    static BetSet set(SettlementSizes sizes) {
        return BetSet.of(
                "beside",
                Population.bettors(),
                sizes.spread(),
                SettlementSizes.wholeRounds(sizes.bets().getFirst()));
    }

    static void run(SettlementRun run) throws SQLException, IOException {
        PlacementRun bench = run.run();
        double knee = bench.kneeNow();
        double rate = SHARE_OF_KNEE * knee;
        PlacementWindow window = new PlacementWindow(bench, run.workers(), run.settling());
        PlacementWindow.Outcome outcome = window.whileSettling(rate, set(run.sizes()), "beside placement");
        bench.add("kneeBesidePlacement", knee, "bets/s");
        bench.add("offeredBesidePlacement", rate, "bets/s");
        bench.add("settledBetsPerSecondBesidePlacement", outcome.settledPerSecond(), "bets/s");
        bench.add("settlementBalanceHeldP50Millis", outcome.settlementHold().p50Millis(), "ms");
        bench.add("settlementBalanceHeldP99Millis", outcome.settlementHold().p99Millis(), "ms");
        bench.add("placementBalanceHeldP50Millis", outcome.placementHold().p50Millis(), "ms");
        bench.add("placementBalanceHeldP99Millis", outcome.placementHold().p99Millis(), "ms");
        bench.add("balanceHoldP99Ratio", outcome.holdP99Ratio(), "1", HOLD_RATIO);
        StoredMoney.judgeRelay(bench);
    }
}
