package matchnight.bench.settlement;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import matchnight.bench.report.BenchReport;
import matchnight.stack.cli.Arguments;
import matchnight.stack.cli.UsageError;

/**
 * What a run was asked for.
 *
 * @param scenarios those to run, in their own order
 * @param json where the report goes besides the table
 */
record SettlementOptions(boolean quick, SettlementSizes sizes, Set<SettlementScenario> scenarios, Optional<Path> json) {

    private static final int BETS_MAX = 5_000_000;

    SettlementOptions {
        scenarios = EnumSet.copyOf(scenarios);
    }

    static SettlementOptions read(List<String> words) {
        Arguments arguments = Arguments.read(words, Set.of("quick"), Set.of("json", "only", "bets"))
                .withoutOperands();
        boolean quick = arguments.has("quick");
        SettlementSizes usual = quick ? SettlementSizes.quick() : SettlementSizes.standard();
        return new SettlementOptions(
                quick,
                arguments
                        .value("bets")
                        .map(SettlementOptions::bets)
                        .map(usual::withBets)
                        .orElse(usual),
                arguments.value("only").map(SettlementOptions::named).orElse(EnumSet.allOf(SettlementScenario.class)),
                arguments.value("json").map(BenchReport::writable));
    }

    private static List<Integer> bets(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(one -> SettlementSizes.wholeRounds(number(text, one)))
                .distinct()
                .sorted()
                .toList();
    }

    private static int number(String text, String one) {
        try {
            int number = Integer.parseInt(one);
            if (number >= 1 && number <= BETS_MAX) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // Said below.
        }
        throw new UsageError("--bets " + text + ": numbers from 1 to " + BETS_MAX + ", separated by commas");
    }

    private static Set<SettlementScenario> named(String titles) {
        return Arrays.stream(titles.split(",", -1))
                .map(SettlementOptions::scenario)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(SettlementScenario.class)));
    }

    private static SettlementScenario scenario(String title) {
        return Arrays.stream(SettlementScenario.values())
                .filter(scenario -> scenario.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new UsageError("--only " + title + ": the scenarios are "
                        + Arrays.stream(SettlementScenario.values())
                                .map(SettlementScenario::title)
                                .collect(Collectors.joining(", "))));
    }
}
