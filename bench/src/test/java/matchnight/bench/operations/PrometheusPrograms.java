package matchnight.bench.operations;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import matchnight.stack.testing.TestNeeds;

/** Prometheus as the machine has it. Tests without it skip themselves, unless the environment demands {@code prometheus}. */
public final class PrometheusPrograms {

    /** What a test says that skips itself. */
    public static final String MISSING = "no prometheus and promtool are installed: apt-get install prometheus";

    private static final String NEED = "prometheus";

    private PrometheusPrograms() {}

    /** The server; empty where none is installed and none is required. */
    public static Optional<Path> server() {
        return find("prometheus");
    }

    /** The tool that checks and tests rules. */
    public static Optional<Path> tool() {
        return find("promtool");
    }

    private static Optional<Path> find(String name) {
        String path = System.getenv("PATH");
        Optional<Path> program = Stream.concat(
                        path == null ? Stream.empty() : Arrays.stream(path.split(File.pathSeparator, -1)),
                        Stream.of("/usr/bin", "/usr/local/bin"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            TestNeeds.refuseToSkip(NEED, MISSING);
        }
        return program;
    }
}
