package matchnight.bench.settlement;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import matchnight.bench.report.BenchReport;
import matchnight.stack.cli.Arguments;
import matchnight.stack.cli.UsageError;

/**
 * What a run of the burst was asked for.
 *
 * @param sizes with the number of markets that was asked for
 * @param json where the report goes besides the table
 */
record BurstOptions(boolean quick, BurstSizes sizes, Optional<Path> json) {

    private static final int MARKETS_MAX = 1_000;

    static BurstOptions read(List<String> words) {
        Arguments arguments = Arguments.read(words, Set.of("quick"), Set.of("json", "markets"))
                .withoutOperands();
        boolean quick = arguments.has("quick");
        BurstSizes usual = quick ? BurstSizes.quick() : BurstSizes.standard();
        return new BurstOptions(
                quick,
                arguments
                        .value("markets")
                        .map(BurstOptions::markets)
                        .map(usual::withMarkets)
                        .orElse(usual),
                arguments.value("json").map(BenchReport::writable));
    }

    private static int markets(String text) {
        try {
            int markets = Integer.parseInt(text);
            if (markets >= 1 && markets <= MARKETS_MAX) {
                return markets;
            }
        } catch (NumberFormatException noNumber) {
            // Said below.
        }
        throw new UsageError("--markets " + text + ": a number from 1 to " + MARKETS_MAX);
    }
}
