package matchnight.bench.endtoend;

import java.util.List;
import java.util.function.Supplier;

/** What a server has logged since a moment. */
final class ServerLog {

    private final Supplier<String> log;
    private final int alreadyThere;

    private ServerLog(Supplier<String> log) {
        this.log = log;
        this.alreadyThere = log.get().length();
    }

    static ServerLog fromNowOn(Supplier<String> log) {
        return new ServerLog(log);
    }

    /** The lines that hold one of the words. */
    List<String> linesWith(String... words) {
        return log.get()
                .substring(alreadyThere)
                .lines()
                .filter(line -> List.of(words).stream().anyMatch(line::contains))
                .toList();
    }
}
