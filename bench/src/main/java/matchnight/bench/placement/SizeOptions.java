package matchnight.bench.placement;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import matchnight.bench.report.BenchReport;
import matchnight.stack.cli.Arguments;
import matchnight.stack.cli.UsageError;

/**
 * What a run at size was asked for.
 *
 * @param json where the report goes besides the table
 */
record SizeOptions(boolean quick, SizeTimes times, Optional<Path> json) {

    private static final int BETS_MAX = 50_000_000;

    static SizeOptions read(List<String> words) {
        Arguments arguments =
                Arguments.read(words, Set.of("quick"), Set.of("json", "bets")).withoutOperands();
        boolean quick = arguments.has("quick");
        SizeTimes usual = quick ? SizeTimes.quick() : SizeTimes.standard();
        return new SizeOptions(
                quick,
                arguments
                        .value("bets")
                        .map(SizeOptions::bets)
                        .map(usual::withStoredBets)
                        .orElse(usual),
                arguments.value("json").map(BenchReport::writable));
    }

    // Every account has as many as every other.
    private static int bets(String text) {
        int asked = number(text);
        if (asked < 1 || asked > BETS_MAX) {
            throw new UsageError("--bets " + text + ": a number from 1 to " + BETS_MAX);
        }
        return Math.ceilDiv(asked, Population.ACCOUNTS) * Population.ACCOUNTS;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException noNumber) {
            return 0;
        }
    }
}
