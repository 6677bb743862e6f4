package matchnight.stack.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Options and operands of a command: {@code --flag}, {@code --name VALUE}, {@code --name=VALUE} and what remains. */
public final class Arguments {

    private final Set<String> flags = new HashSet<>();
    private final Map<String, String> values = new HashMap<>();
    private final List<String> operands = new ArrayList<>();

    private Arguments() {}

    /**
     * Reads the arguments of a command that knows these flags and these options with a value, names without dashes.
     *
     * @throws UsageError for any other option, one given twice, or a missing or unwanted value
     */
    public static Arguments read(List<String> words, Set<String> flags, Set<String> options) {
        Arguments arguments = new Arguments();
        Iterator<String> remaining = words.iterator();
        while (remaining.hasNext()) {
            arguments.take(remaining.next(), remaining, flags, options);
        }
        return arguments;
    }

    public boolean has(String flag) {
        return flags.contains(flag);
    }

    public Optional<String> value(String option) {
        return Optional.ofNullable(values.get(option));
    }

    public List<String> operands() {
        return List.copyOf(operands);
    }

    /** Refuses operands, for commands that take none. */
    public Arguments withoutOperands() {
        if (!operands.isEmpty()) {
            throw new UsageError("unexpected argument: " + operands.getFirst());
        }
        return this;
    }

    private void take(String word, Iterator<String> remaining, Set<String> known, Set<String> valued) {
        if (!word.startsWith("--")) {
            takeOperand(word);
            return;
        }
        int equals = word.indexOf('=');
        String name = equals < 0 ? word.substring(2) : word.substring(2, equals);
        if (known.contains(name) && equals < 0) {
            requireFirst(name, flags.add(name));
        } else if (valued.contains(name)) {
            String value = equals < 0 ? next(name, remaining) : word.substring(equals + 1);
            requireFirst(name, values.put(name, value) == null);
        } else {
            throw new UsageError("unknown option: " + word);
        }
    }

    private void takeOperand(String word) {
        if (word.startsWith("-")) {
            throw new UsageError("unknown option: " + word);
        }
        operands.add(word);
    }

    private static String next(String name, Iterator<String> remaining) {
        if (!remaining.hasNext()) {
            throw new UsageError("--" + name + " needs a value");
        }
        return remaining.next();
    }

    private static void requireFirst(String name, boolean first) {
        if (!first) {
            throw new UsageError("--" + name + " is given twice");
        }
    }
}
