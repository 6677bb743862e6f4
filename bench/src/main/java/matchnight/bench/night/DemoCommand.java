package matchnight.bench.night;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import matchnight.bench.fixture.Night;
import matchnight.bench.fixture.NightFileException;
import matchnight.bench.fixture.NightFileReader;
import matchnight.bench.product.ProductException;
import matchnight.stack.PgBouncerProgram;
import matchnight.stack.StackFailure;
import matchnight.stack.cli.Arguments;
import matchnight.stack.cli.ExitCode;
import matchnight.stack.cli.UsageError;

/** {@code demo}: plays one match night on a stack of its own and proves that every cent is where it should be. */
public final class DemoCommand {

    private DemoCommand() {}

    /** Returns the exit code: 0 only if every exit criterion and every invariant holds, 2 for a broken night file. */
    public static int run(List<String> words) {
        Arguments arguments = Arguments.read(words, Set.of("keep", "pooler"), Set.of("night", "json"))
                .withoutOperands();
        if (arguments.has("keep") && arguments.has("pooler")) {
            throw new UsageError("--pooler: that stack cannot be kept; leave one of --keep and --pooler out");
        }
        Night night;
        try {
            night = night(arguments.value("night"));
        } catch (NightFileException broken) {
            System.err.println("matchnight: " + broken.getMessage());
            return ExitCode.USAGE;
        }
        Optional<Path> json = arguments.value("json").map(DemoCommand::writable);
        NightReport report = arguments.has("pooler")
                ? OwnStack.playThroughAPooler(night, installedPooler(), NightTimes.standard())
                : OwnStack.play(night, arguments.has("keep"), NightTimes.standard());
        json.ifPresent(file -> write(file, report));
        return report.ok() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static PgBouncerProgram installedPooler() {
        return PgBouncerProgram.find().orElseThrow(() -> new StackFailure("--pooler: " + PgBouncerProgram.MISSING));
    }

    private static Night night(Optional<String> file) throws NightFileException {
        return file.isPresent() ? NightFileReader.read(Path.of(file.get())) : NightFileReader.ownNight();
    }

    /** A minute of playing must not be lost to a misspelt directory. */
    private static Path writable(String name) {
        Path file = Path.of(name).toAbsolutePath();
        Path directory = file.getParent();
        if (Files.isDirectory(file) || directory == null || !Files.isDirectory(directory)) {
            throw new UsageError("--json " + name + ": there is no such directory, or it is one");
        }
        return file;
    }

    private static void write(Path file, NightReport report) {
        try {
            Files.writeString(file, report.json() + "\n");
        } catch (IOException unwritable) {
            throw new ProductException("Cannot write " + file, unwritable);
        }
    }
}
