package matchnight.bench;

import java.util.List;
import java.util.Set;
import matchnight.stack.cli.Arguments;
import matchnight.stack.cli.ExitCode;
import matchnight.stack.cli.UsageError;

/** {@code bench} and {@code lab}: without a name the list of what there is, with a name that one. */
final class ListedCommand {

    private ListedCommand() {}

    /**
     * Returns the exit code.
     *
     * @param noun what the list holds, in the singular
     */
    static int run(String noun, List<String> words) {
        Arguments arguments = Arguments.read(words, Set.of(), Set.of("json"));
        if (arguments.operands().size() > 1) {
            throw new UsageError("unexpected argument: " + arguments.operands().get(1));
        }
        if (arguments.operands().size() == 1) {
            throw new UsageError("there is no " + noun + " named "
                    + arguments.operands().getFirst() + "; without a name the list is printed");
        }
        System.out.println("There is no " + noun + " yet.");
        return ExitCode.OK;
    }
}
