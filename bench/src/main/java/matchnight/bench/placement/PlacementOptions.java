package matchnight.bench.placement;

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
record PlacementOptions(boolean quick, Set<Scenario> scenarios, Optional<Path> json) {

    PlacementOptions {
        scenarios = EnumSet.copyOf(scenarios);
    }

    static PlacementOptions read(List<String> words) {
        Arguments arguments =
                Arguments.read(words, Set.of("quick"), Set.of("json", "only")).withoutOperands();
        return new PlacementOptions(
                arguments.has("quick"),
                arguments.value("only").map(PlacementOptions::named).orElse(EnumSet.allOf(Scenario.class)),
                arguments.value("json").map(BenchReport::writable));
    }

    private static Set<Scenario> named(String names) {
        return Arrays.stream(names.split(",", -1)).map(PlacementOptions::one).collect(Collectors.toSet());
    }

    private static Scenario one(String name) {
        return Arrays.stream(Scenario.values())
                .filter(scenario -> scenario.title().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageError("--only " + name + ": the scenarios are "
                        + Arrays.stream(Scenario.values()).map(Scenario::title).collect(Collectors.joining(", "))));
    }

    BenchTimes times() {
        return quick ? BenchTimes.quick() : BenchTimes.standard();
    }
}
