package matchnight.bench;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import matchnight.bench.placement.PlacementBench;
import matchnight.bench.placement.SizeBench;
import matchnight.bench.settlement.BurstBench;
import matchnight.bench.settlement.SettlementBench;
import matchnight.stack.cli.Arguments;
import matchnight.stack.cli.ExitCode;
import matchnight.stack.cli.UsageError;

/** {@code bench} and {@code lab}: without a name the list of what there is, with a name that one. */
final class ListedCommand {

    /** The benchmarks, in the order of the list. */
    static final List<Listed> BENCHMARKS = List.of(
            new Listed(PlacementBench.NAME, PlacementBench.SUMMARY, PlacementBench::run),
            new Listed(SizeBench.NAME, SizeBench.SUMMARY, SizeBench::run),
            new Listed(SettlementBench.NAME, SettlementBench.SUMMARY, SettlementBench::run),
            new Listed(BurstBench.NAME, BurstBench.SUMMARY, BurstBench::run));

    static final List<Listed> EXPERIMENTS = List.of();

    private ListedCommand() {}

    /**
     * Returns the exit code.
     *
     * @param noun what the list holds, in the singular
     * @param words the name first; the words after it are for the one that it names
     */
    static int run(String noun, List<Listed> list, List<String> words) {
        if (words.isEmpty() || words.getFirst().startsWith("-")) {
            printList(noun, list, words);
            return ExitCode.OK;
        }
        String name = words.getFirst();
        return list.stream()
                .filter(listed -> listed.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageError(
                        "there is no " + noun + " named " + name + "; without a name the list is printed"))
                .run()
                .applyAsInt(words.subList(1, words.size()));
    }

    private static void printList(String noun, List<Listed> list, List<String> words) {
        List<String> operands = Arguments.read(words, Set.of(), Set.of("json")).operands();
        if (!operands.isEmpty()) {
            throw new UsageError("the name comes before the options: " + operands.getFirst());
        }
        if (list.isEmpty()) {
            System.out.println("There is no " + noun + " yet.");
        }
        list.forEach(listed -> System.out.printf(Locale.ROOT, "%-18s %s%n", listed.name(), listed.summary()));
    }
}
