package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.stream.Stream;
import matchnight.stack.process.Directories;
import matchnight.stack.process.JavaProgram;

/**
 * A service's jar, unpacked beside it in the way that Spring Boot recommends for production. A service that starts from jars
 * in a jar needs a quarter more processor time until it is ready.
 */
final class ExtractedJar {

    private static final String PREFIX = "extracted-";

    private ExtractedJar() {}

    /** The unpacked program of this very build of the jar. Several processes may ask at once. */
    static Path of(Path jar) {
        Path directory = jar.resolveSibling(PREFIX + fingerprint(jar));
        if (!Files.isDirectory(directory)) {
            removeEarlier(jar.resolveSibling(""));
            extract(jar, directory);
        }
        return directory.resolve(jar.getFileName());
    }

    private static String fingerprint(Path jar) {
        try {
            return Files.getLastModifiedTime(jar).toMillis() + "-" + Files.size(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void extract(Path jar, Path directory) {
        Path partial = directory.resolveSibling(".extracting-" + UUID.randomUUID());
        try {
            run(jar, partial);
            Files.move(partial, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new UncheckedIOException(e);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(directory)) {
                throw new UncheckedIOException(e);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Directories.delete(partial);
        }
    }

    private static void run(Path jar, Path destination) throws IOException {
        Process tool = new ProcessBuilder(
                        JavaProgram.path().toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--destination",
                        destination.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(tool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (tool.onExit().join().exitValue() != 0) {
            throw new StackFailure("cannot unpack " + jar + ":\n" + output);
        }
    }

    // A service that still runs from one of them has its files open and does not mind.
    private static void removeEarlier(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .forEach(Directories::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
