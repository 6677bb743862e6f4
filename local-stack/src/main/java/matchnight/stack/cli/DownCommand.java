package matchnight.stack.cli;

import java.util.List;
import java.util.Set;
import matchnight.stack.StackHome;
import matchnight.stack.StackStop;

/** {@code down}: stops the stack, and with {@code --wipe} deletes what it kept. */
final class DownCommand {

    private DownCommand() {}

    static int run(List<String> words) {
        boolean wipe = Arguments.read(words, Set.of("wipe"), Set.of())
                .withoutOperands()
                .has("wipe");
        StackHome home = StackHome.ofUser();
        String found = switch (StackStop.run(home, wipe)) {
            case STOPPED -> "Stopped.";
            case NOT_RUNNING -> "Nothing was running.";
        };
        System.out.println(found + (wipe ? " Data, keys and logs in " + home.root() + " are deleted." : ""));
        return ExitCode.OK;
    }
}
