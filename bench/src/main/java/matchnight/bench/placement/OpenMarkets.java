package matchnight.bench.placement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import matchnight.stack.DatabaseRole;

/**
 * The same rate over bets on 10 markets, and over bets on all of thousands of open ones. Bets on the 10 are measured twice: before
 * the others are put up, and in turn with those on all.
 */
final class OpenMarkets {

    private static final int FEW = 10;

    private OpenMarkets() {}

    static void run(PlacementRun run, SizeTimes times, double rate) throws SQLException, IOException {
        run.progress().say("%d and %d open markets".formatted(FEW, times.openMarkets()));
        String few = "With%dMarkets".formatted(FEW);
        String many = "With%dMarkets".formatted(times.openMarkets());
        String fewOfMany = "With%dOf%dMarkets".formatted(FEW, times.openMarkets());
        Windows windows = new Windows(run, rate);
        List<Slip> onFew = Slip.singles(Population.usualMarkets().subList(0, FEW));
        try (StalenessWatch watch = StalenessWatch.start(run)) {
            for (int window = 0; window < times.windows(); window++) {
                windows.measure(few, times.marketWindow(), onFew);
            }
            List<Slip> onMany = Slip.singles(putUp(run, times.openMarkets()));
            for (int window = 0; window < times.windows(); window++) {
                windows.measure(many, times.marketWindow(), onMany);
                windows.measure(fewOfMany, times.marketWindow(), onFew);
            }
            run.add("catalogueStalenessMaxSeconds", watch.highestSeconds(), "s");
        }
        windows.report();
        run.add("openMarketsP99Ratio", windows.p99Ratio(many, few), "1");
        run.add("openMarketsP99RatioInTurn", windows.p99Ratio(many, fewOfMany), "1");
    }

    private static List<String> putUp(PlacementRun run, int count) throws SQLException {
        try (Connection owner = run.stack().product(DatabaseRole.MIGRATOR)) {
            return Population.putUpMany(owner, count);
        }
    }
}
