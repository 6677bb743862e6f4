package matchnight.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import matchnight.stack.process.JavaProgram;

/**
 * What the JVM loads and links for a service, recorded once for each build of it, as the images do: a start then takes half the
 * processor time. It lies beside the unpacked program, and a new build has none until it is recorded again. A service without
 * one, or with one that its JVM cannot use, starts all the same.
 */
public final class AotCache {

    private static final Path TRAIN = Path.of("ops/image/train");
    private static final long TRAINING_SECONDS_MAX = 120;

    private AotCache() {}

    /** Options for the JVM that runs this program; none where nothing is recorded. */
    public static List<String> options(Path program) {
        Path cache = beside(program);
        return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache) : List.of();
    }

    /**
     * Records it where it is not there yet. Several processes may do so at once.
     *
     * @throws StackFailure if that fails; the message has what the training said
     */
    public static void make(Path program) {
        Path cache = beside(program);
        if (Files.exists(cache)) {
            return;
        }
        String unique = UUID.randomUUID().toString();
        Path partial = cache.resolveSibling(".training-" + unique);
        Path output = cache.resolveSibling(".training-output-" + unique);
        try {
            train(program, partial, output);
            Files.move(partial, cache, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StackFailure("cannot record " + cache, e);
        } finally {
            var _ = partial.toFile().delete();
            var _ = output.toFile().delete();
        }
    }

    private static Path beside(Path program) {
        return program.resolveSibling(program.getFileName() + ".aot");
    }

    private static void train(Path program, Path cache, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", ProjectRoot.find().resolve(TRAIN).toString(), program.toString(), cache.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .merge("PATH", JavaProgram.path().resolveSibling("").toString(), (path, own) -> own + ":" + path);
        Process training = builder.start();
        try {
            if (!training.waitFor(TRAINING_SECONDS_MAX, TimeUnit.SECONDS) || training.exitValue() != 0) {
                throw new StackFailure("recording what " + program.getFileName() + " loads failed:\n"
                        + Files.readString(output, StandardCharsets.ISO_8859_1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted", e);
        } finally {
            training.descendants().forEach(ProcessHandle::destroyForcibly);
            training.destroyForcibly();
        }
    }
}
