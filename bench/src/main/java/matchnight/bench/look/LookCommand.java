package matchnight.bench.look;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import matchnight.settlement.diagnosis.Diagnosis;
import matchnight.settlement.diagnosis.LooksCompared;
import matchnight.settlement.diagnosis.ReadingsFile;
import matchnight.settlement.diagnosis.Thresholds;
import matchnight.stack.StackFailure;
import matchnight.stack.StackHome;
import matchnight.stack.cli.Arguments;
import matchnight.stack.cli.ExitCode;
import matchnight.stack.cli.UsageError;

/**
 * {@code look}: prints what the readings say and keeps the look, so that a later one can be compared with it. The readings are
 * those that a running worker takes, or are brought along in a file.
 */
public final class LookCommand {

    private static final long MOST_BYTES = 4L << 20;

    private LookCommand() {}

    /** Exit code 0 when no mechanism is named, 3 when one is. */
    public static int run(List<String> words) {
        Arguments arguments = Arguments.read(words, Set.of(), Set.of("url", "readings", "baseline", "json"))
                .withoutOperands();
        if (arguments.value("readings").isPresent() && arguments.value("url").isPresent()) {
            throw new UsageError("readings are brought along with --readings or taken at --url, not both");
        }
        Optional<Diagnosis> baseline = arguments.value("baseline").map(LookCommand::judged);
        Diagnosis look = arguments.value("readings").map(LookCommand::judged).orElseGet(() -> taken(arguments));
        System.out.print(LookText.of(look));
        baseline.ifPresent(before -> System.out.print(LookText.of(LooksCompared.of(before, look))));
        keep(arguments, look);
        return look.healthy() ? ExitCode.OK : ExitCode.FOUND_TROUBLE;
    }

    private static Diagnosis taken(Arguments arguments) {
        String answer = TakenLook.at(arguments.value("url"));
        // As the worker judged it, whose thresholds may be other than the standard ones.
        return ReadingsFile.readLook(answer);
    }

    private static Diagnosis judged(String name) {
        Path file = Path.of(name);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new StackFailure(file + " is larger than " + MOST_BYTES + " bytes");
            }
            return Diagnosis.of(ReadingsFile.read(Files.readString(file)), Thresholds.standard());
        } catch (CharacterCodingException unreadable) {
            throw new StackFailure(file + " is no text in UTF-8");
        } catch (IOException unreadable) {
            throw new StackFailure(file + " cannot be read", unreadable);
        } catch (IllegalArgumentException wrong) {
            throw new StackFailure(file + " " + wrong.getMessage());
        }
    }

    // Readings that were brought along are in a file already.
    private static void keep(Arguments arguments, Diagnosis look) {
        Optional<String> named = arguments.value("json");
        if (named.isEmpty() && arguments.value("readings").isPresent()) {
            return;
        }
        Path file = named.map(Path::of).orElseGet(LookCommand::newFile);
        try {
            Files.writeString(file, ReadingsFile.write(look) + "\n");
        } catch (IOException unwritable) {
            throw new StackFailure(file + " cannot be written", unwritable);
        }
        System.out.println("Written to " + file + "; compare a later look with --baseline.");
    }

    private static Path newFile() {
        Path directory = StackHome.ofUser().root().resolve("looks");
        try {
            Files.createDirectories(directory);
        } catch (IOException unwritable) {
            throw new StackFailure(directory + " cannot be made", unwritable);
        }
        return directory.resolve("look-" + Instant.now().toString().replaceAll("[:.]", "-") + ".json");
    }
}
